import { toJson } from '../model/json.ts';
import type { Kind } from '../model/record.ts';
import { insertRow, objectsOf, wordsIn } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/** A redaction: what an administrator erased from a version. `changeset`: the changeset of the write that erased it. */
export type RedactionRow = {
  changeset: bigint;
  at: number;
  accountId: bigint | null;
  kind: Kind;
  id: bigint;
  version: bigint;
  hidden: string[];
  reason: string;
  note: string | null;
};

export async function insertRedaction(tx: Transaction, { accountId, hidden, ...row }: RedactionRow): Promise<void> {
  await insertRow(tx, 'redaction', { ...row, user_id: accountId, hidden: hidden.join(' ') });
}

/** A version, and its content after a redaction. */
export type ErasedContent = { kind: Kind; id: bigint; version: bigint; members: string; unchanged: string | null; erased: string[] };

export async function eraseContent(tx: Transaction, changeset: bigint, { kind, id, version, ...content }: ErasedContent): Promise<void> {
  await tx.run(
    `update revision set members = $1, unchanged = $2, erased = $3, redacted_by = $4 where kind = $5 and id = $6 and version = $7`,
    content.members,
    content.unchanged,
    content.erased.join(' '),
    changeset,
    ...[kind, id, version],
  );
}

/** The comment or the source of a changeset. `about`: the artist whose records the changeset changed. */
type ChangesetText = { what: 'comment' | 'source'; text: string; changeset: bigint; about: bigint };

/**
 * Erases a comment or source of a changeset from the versions of an artist and of its records.
 * If the changeset made a redaction, its comment is erased from the note of that redaction too.
 * Imports that have the same text lose it too, since a later step would write it again.
 */
export async function eraseRemarkText(tx: Transaction, redaction: bigint, { what, text, changeset, about }: ChangesetText): Promise<void> {
  const erase = (member: string, value: string) =>
    tx.run(
      'update job set parameters = replace(parameters, $1, $2) where replace(parameters, $1, $2) <> parameters',
      ...[`"${member}":${toJson(value)}`, `"${member}":null`],
    );
  // A running part of an import locks its job. Jobs are updated first: that waits for the part, whose versions are then updated too.
  await erase(what, text);
  // The comment of an import is by default the name of its file.
  if (what === 'comment' && text.startsWith('import ')) await erase('file', text.slice('import '.length));
  await tx.run(
    `update revision set ${what} = null, erased = coalesce(erased || ' ', '') || '${what}', redacted_by = $1
     where changeset = $2 and ${what} = $3 and (artist_id = $4 or (kind = 'artist' and id = $4))`,
    redaction,
    changeset,
    text,
    about,
  );
  if (what === 'comment') await tx.run('update redaction set note = null where changeset = $1 and note = $2', changeset, text);
}

/** In the revision that a redaction has added, sets `redacted_by` to the changeset of the redaction. */
export async function markRedaction(
  tx: Transaction,
  { changeset, kind, id }: Pick<RedactionRow, 'changeset' | 'kind' | 'id'>,
): Promise<void> {
  await tx.run(
    `update revision set redacted_by = $1 where kind = $2 and id = $3 and changeset = $1 and action = 'redact'`,
    changeset,
    kind,
    id,
  );
}

/** Lists the stored outcomes that contain any of these texts. It scans all outcomes. */
export async function listOutcomesWith(tx: Transaction, ...texts: string[]): Promise<{ key: string; outcome: string }[]> {
  const has = tx.engine === 'sqlite' ? 'instr' : 'strpos';
  const conditions = texts.map((_, i) => `${has}(outcome, $${i + 1}) > 0`);
  const rows = await tx.all(`select key, outcome from idempotency_key where ${conditions.join(' or ')}`, ...texts);
  return rows.map(({ key, outcome }) => ({ key: String(key), outcome: String(outcome) }));
}

export async function replaceOutcomes(tx: Transaction, keys: string[], outcome: string): Promise<void> {
  for (const key of keys) await tx.run('update idempotency_key set outcome = $1 where key = $2', outcome, key);
}

/** A redaction without its time and account; `madeAt`: when the version was made, in ms since 1970. */
export type PortableRedaction = Pick<RedactionRow, 'kind' | 'id' | 'version' | 'hidden' | 'reason' | 'note'> & { madeAt: number };

export async function listRedactions(reader: Reader): Promise<PortableRedaction[]> {
  return (await reader.all(selectRedactions())).map(toPortableRedaction);
}

/** @param schema of an attached database, with its dot */
export function selectRedactions(schema = ''): string {
  return `select d.kind, d.id, d.version, d.hidden, d.reason, d.note, r.at as made_at from ${schema}redaction d
    join ${schema}revision r on r.kind = d.kind and r.id = d.id and r.version = d.version order by d.changeset`;
}

export const toPortableRedaction = objectsOf<PortableRedaction>({ hidden: wordsIn, made_at: Number });

/** When something was last redacted, in ms since 1970; 0 for never. */
export async function newestRedaction(reader: Reader, _input: null): Promise<number> {
  const row = await reader.get('select max(at) as at from redaction');
  return Number(row?.at ?? 0);
}
