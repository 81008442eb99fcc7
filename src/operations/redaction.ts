import type { Actor } from '../model/actor.ts';
import { contentOf, erasedOf, hasAllMembers, longTextsElsewhere } from '../model/content.ts';
import { decode, encode, type Outcome } from '../model/idempotencyKey.ts';
import { parseJson, toJson } from '../model/json.ts';
import { fieldError, invalidInput, notFound, Problem, plainProblem } from '../model/problem.ts';
import { type Fields, isSame, type Kind, type RecordOf, type RecordType } from '../model/record.ts';
import { placePath } from '../model/recordPath.ts';
import { type RedactionRequest, remarkNames } from '../model/redaction.ts';
import type { LeftRecord, UndoStep } from '../model/undo.ts';
import type { Versioned } from '../model/versioned.ts';
import type { RecordIds, RecordTable } from '../store/record.ts';
import { eraseContent, eraseRemarkText, insertRedaction, listOutcomesWith, markRedaction, replaceOutcomes } from '../store/redaction.ts';
import { appendRevision, findNewest, findUnchanged, type Logged, listVersions, type Newest } from '../store/revision.ts';
import type { Transaction } from '../store/store.ts';
import { readContents, readVersion, type Version } from './history.ts';
import { lockArtist, nameOf } from './place.ts';
import { nextOf } from './record.ts';
import { isAt } from './revision.ts';

export type Redact = RedactionRequest & { version: bigint };

/**
 * Erases parts of a version: a member in all versions of the record that have the same value, a comment or source in all changes that the
 * same request made under the artist. The redaction adds a version with an unchanged record, but none if all these parts are erased
 * already.
 *
 * @returns the names of the erased parts. The outcome has no values, since a later redaction would have to erase those too
 * @throws Problem `not-found` where there is no such version, `still-current` where the record has the value now
 */
export async function redactRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  input: RecordIds & Redact,
): Promise<string[]> {
  const { version, hide, reason, note, ...place } = input;
  const { type } = table;
  await lockArtist(tx, place);
  const current = await table.lock(tx, place);
  const newest = await findNewest(tx, type.kind, place.id);
  if (!newest || !isAt(newest, place)) throw notFound(nameOf(type.kind, place));
  // Another transaction restored it between the two reads.
  if (!current && !newest.gone) return redactRecord(tx, actor, table, input);
  const found = await readVersion(tx, type, { id: place.id, version });
  if (!found) throw notFound(`version ${version} of ${nameOf(type.kind, place)}`);
  const members = membersToHide(type, hide, found, current?.record);
  const remarks = remarkNames.filter((name) => isChosen(hide, name) && found.revision[name] !== null);
  if (members.length + remarks.length === 0) return [];
  const changeset = await logRedaction(tx, actor, table, { place, newest, current, note });
  await insertRedaction(tx, {
    ...{ changeset, at: tx.now, accountId: actor.accountId, kind: type.kind, id: place.id, version },
    ...{ hidden: [...members, ...remarks], reason, note: note || null },
  });
  await markRedaction(tx, { changeset, kind: type.kind, id: place.id });
  await eraseMembers(tx, type, { changeset, place }, found, members);
  const changed = { changeset: found.revision.changeset, about: place.artistId ?? place.id };
  for (const what of remarks) await eraseRemarkText(tx, changeset, { what, text: found.revision[what] as string, ...changed });
  return [...members, ...remarks];
}

const isChosen = (hide: string[], name: string) => hide.includes(name) || hide.includes('all');

/** The chosen members that the version has and that are not empty. @throws Problem `still-current` */
function membersToHide<F extends Fields>(
  type: RecordType<F>,
  hide: string[],
  { unredacted, revision }: Version<F>,
  current: RecordOf<F> | undefined,
): (keyof F & string)[] {
  const isEmpty = (name: keyof F) => isSame(unredacted?.[name], type.members[name].empty);
  const chosen = type.names.filter((name) => unredacted && name in unredacted && isChosen(hide, name) && !isEmpty(name));
  const stillCurrent = chosen.filter((name) => current && isSame(unredacted?.[name], current[name]));
  const nothingElse = stillCurrent.length === chosen.length && hasAllMembers(revision);
  const refused = stillCurrent.filter((name) => hide.includes(name) || nothingElse);
  if (refused.length > 0) {
    const detail = `The ${nameOf(type.kind, { id: revision.id })} still has the same values in: ${refused.join(', ')}. Change them first, or delete the record; nothing was redacted.`;
    throw new Problem('still-current', detail);
  }
  return chosen.filter((name) => !stillCurrent.includes(name));
}

type Redacted<F extends Fields> = { place: RecordIds; newest: Newest; current: Versioned<RecordOf<F>> | undefined; note: string };

/** Adds the version that records a redaction. @returns its changeset */
async function logRedaction<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { place, newest, current, note }: Redacted<F>,
): Promise<bigint> {
  const { type } = table;
  const { version, changedAt: at } = nextOf({ version: newest.version, changedAt: newest.at }, tx.now);
  const before = current && (await findUnchanged(tx, type.kind, place.id, current.version));
  const content = current
    ? contentOf(type, current.record, before && { record: current.record, version: current.version, content: before })
    : { shape: type.shape, members: null, unchanged: null };
  const { artistId, albumId } = newest;
  await appendRevision(tx, {
    ...{ at, accountId: actor.accountId, kind: type.kind, id: place.id, version, action: 'redact', artistId, albumId },
    ...{ ...content, reverts: null, comment: note || null, source: null },
  });
  if (current) await table.update(tx, current.record, { record: current.record, version, changedAt: at, shape: type.shape });
  return tx.changeset as bigint;
}

const chunk = 25;

/** Starts at the newest version: a long text is stored only in the oldest version that has it, and the newer ones refer to it. */
async function eraseMembers<F extends Fields>(
  tx: Transaction,
  type: RecordType<F>,
  { changeset, place }: { changeset: bigint; place: RecordIds },
  { revision: { id }, unredacted }: Version<F>,
  names: (keyof F & string)[],
): Promise<void> {
  if (!unredacted || names.length === 0) return;
  const versions = new Set<string>();
  for (let below = 2n ** 62n; ; ) {
    const rows = await listVersions(tx, type.kind, id, below, chunk);
    const records = await readContents(tx, type, rows);
    for (const [i, row] of rows.entries()) {
      const toErase = names.filter((name) => isSame(records[i]?.[name], unredacted[name]));
      if (toErase.length === 0) continue;
      await eraseContent(tx, changeset, { kind: type.kind, id, version: row.version, ...withoutMembers(type, row, toErase) });
      versions.add(versionKey(row.version, row.at));
    }
    below = rows.at(-1)?.version ?? 0n;
    if (rows.length < chunk) break;
  }
  await eraseOutcomes(tx, { kind: type.kind, shape: type.shape, place, versions, values: names.map((name) => unredacted[name]) });
}

/** In a row of an older shape all members are erased, since they may have other names there. */
function withoutMembers<F extends Fields>({ shape, names }: RecordType<F>, row: Logged, toErase: string[]) {
  const erasesAll = row.shape !== shape;
  const kept = (entries: [string, unknown][]) => Object.fromEntries(entries.filter(([name]) => !erasesAll && !toErase.includes(name)));
  const members = toJson(kept(Object.entries(parseJson(row.members as string).value as object)));
  const unchanged = kept(longTextsElsewhere(row));
  const erased = [...new Set([...erasedOf(row), ...(erasesAll ? names : toErase)])];
  return { members, unchanged: Object.keys(unchanged).length > 0 ? toJson(unchanged) : null, erased };
}

/** The erased values of members, and the versions that had them, each with its time. */
type Erased = { kind: Kind; shape: number; place: RecordIds; versions: Set<string>; values: unknown[] };

const versionKey = (version: bigint, at: number) => `${version} ${at}`;

/** A repeated request gets its stored outcome, which must not contain an erased value. No outcome has a comment or source. */
async function eraseOutcomes(tx: Transaction, erased: Erased): Promise<void> {
  const { kind, place } = erased;
  const stored = await listOutcomesWith(tx, encode({ id: place.id }).slice(1, -1), placePath(kind, place));
  const keys = stored.flatMap(({ key, outcome }) => (contains(decode(outcome) as Outcome<Answered>, erased) ? [key] : []));
  if (keys.length === 0) return;
  const detail = 'was sent and answered before under this key, and something of the answer was redacted since; use a new key';
  const problem = plainProblem(invalidInput(fieldError('', 'technical', detail)));
  await replaceOutcomes(tx, keys, encode({ problem, demanded: [] }));
}

/** The content of an outcome under a key: a record in a version, or the report of an undo. */
type Answered = Partial<Versioned<RecordOf<Fields>> & { undone: UndoStep[]; left: LeftRecord[] }> | undefined;

/** Whether an outcome contains an erased value. Records of different kinds may have the same id; version and time tell them apart. */
function contains(outcome: Outcome<Answered>, { kind, shape, place, versions, values }: Erased): boolean {
  const has = (texts: unknown[]) => values.some((value) => texts.some((text) => isSame(text, value)));
  // A refusal may name the record that already has a value by its path: this record, or one under it.
  const path = new RegExp(`${placePath(kind, place)}(?!\\d)`);
  const isIn = (detail: string) => path.test(detail) && values.some((value) => typeof value === 'string' && detail.includes(value));
  if ('problem' in outcome) return isIn(outcome.problem.detail);
  const { record, version, changedAt, shape: madeIn, undone = [], left = [] } = outcome.value ?? {};
  const isThisRecord = (record: { kind: Kind; id: bigint }) => record.kind === kind && record.id === place.id;
  const isThisVersion = record?.id === place.id && versions.has(versionKey(version as bigint, changedAt as number));
  // In an older shape the value may have another form.
  if (record && isThisVersion) return madeIn !== shape || has(Object.values(record));
  return (
    undone.some((step) => isThisRecord(step) && has([step.name, step.targetName])) ||
    left.some((record) => (isThisRecord(record) && has([record.name])) || isIn(record.detail))
  );
}
