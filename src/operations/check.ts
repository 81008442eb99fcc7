import { longTextsElsewhere, recordOf, textIn, UnreadableContent } from '../model/content.ts';
import { toJson } from '../model/json.ts';
import { recordTypes } from '../model/kinds.ts';
import type { Fields, RecordType } from '../model/record.ts';
import { recordTables } from '../store/kinds.ts';
import type { RecordTable, State } from '../store/record.ts';
import { findRevision, type Logged, listRevisions, listUnnumberedRevisions } from '../store/revision.ts';
import type { Reader } from '../store/store.ts';
import { readContent, readVersion } from './history.ts';

/** The state of a record according to the log: its version, whether it exists, and the references to long texts that were checked. */
type ReplayedRecord = { version: bigint; alive: boolean; checkedTexts?: Set<string> | undefined };
type Ledger = Map<string, ReplayedRecord>;

export type LogCheck = { damage: string[]; revisions: number; records: number };

const pageSize = 1000;

/**
 * Replays the revision log from its beginning and compares the result with the tables: every version must follow the one before it, and
 * every record must equal its last version. Memory grows by some hundred bytes a record.
 *
 * @param reader of one snapshot, since the log and the tables are compared
 */
export async function checkLog(reader: Reader, _input: null): Promise<LogCheck> {
  const damage: string[] = [];
  const ledger: Ledger = new Map();
  let revisions = 0;
  for await (const revision of allRevisions(reader)) {
    await replay(reader, ledger, revision, damage);
    revisions++;
  }
  let records = 0;
  for (const table of Object.values(recordTables)) records += await compare(reader, table, ledger, damage);
  for (const [key, { alive }] of ledger) if (alive) damage.push(`${key} is in the revision log but not in its table`);
  return { damage, revisions, records };
}

/** The whole log. Revisions without a number come last, in the order in which they will be numbered. */
async function* allRevisions(reader: Reader): AsyncGenerator<Logged> {
  let last = 0n;
  for (let page = await listRevisions(reader, 0n, pageSize); page.length > 0; page = await listRevisions(reader, last, pageSize)) {
    yield* page;
    last = page.at(-1)?.seq ?? last;
  }
  for (let after = 0n; ; ) {
    const page = await listUnnumberedRevisions(reader, after, pageSize);
    for (const revision of page) yield { ...revision, seq: ++last };
    after = page.at(-1)?.position ?? after;
    if (page.length < pageSize) return;
  }
}

async function replay(reader: Reader, ledger: Ledger, revision: Logged, damage: string[]): Promise<void> {
  const { kind, id, version, seq } = revision;
  const key = `${kind} ${id}`;
  const replayed = ledger.get(key);
  const last = replayed?.version ?? 0n;
  if (version !== last + 1n) damage.push(`revision ${seq} makes version ${version} of ${key}, which was at ${last}`);
  const checkedTexts = revision.unchanged === null ? replayed?.checkedTexts : (replayed?.checkedTexts ?? new Set());
  const reason = await unreadable(reader, revision, checkedTexts);
  if (reason) damage.push(`revision ${seq} of ${key} is damaged: ${reason}`);
  // This program has no tables for kinds that it does not know.
  ledger.set(key, { version, alive: revision.members !== null && kind in recordTypes, checkedTexts });
}

/** A version that restores another must equal it. @returns the fault, if it does not */
async function lostReversion(reader: Reader, type: RecordType<never>, revision: Logged): Promise<string | undefined> {
  const { id, reverts } = revision;
  if (reverts === null) return undefined;
  const restored = await readVersion(reader, type, { id, version: reverts });
  const same = restored && toJson(restored.unredacted) === toJson(await readContent(reader, type, id, revision));
  return same ? undefined : `it differs from version ${reverts}, which it restores`;
}

/** The reason why a revision cannot be read. @param checkedTexts references to long texts that were checked already */
async function unreadable(reader: Reader, revision: Logged, checkedTexts: Set<string> | undefined): Promise<string | undefined> {
  const { kind, id, shape } = revision;
  try {
    for (const [name, version] of longTextsElsewhere(revision)) {
      const place = `${name} ${version} ${shape}`;
      if (checkedTexts?.has(place)) continue;
      if (textIn(await findRevision(reader, kind, id, version), name, shape) === undefined) return `${name} is not in version ${version}`;
      checkedTexts?.add(place);
    }
    const type = recordTypes[kind];
    if (type) recordOf(type, id, revision, () => '');
    return type && (await lostReversion(reader, type, revision));
  } catch (error) {
    if (error instanceof UnreadableContent) return error.message;
    throw error;
  }
}

async function compare<F extends Fields>(reader: Reader, table: RecordTable<F>, ledger: Ledger, damage: string[]): Promise<number> {
  let records = 0;
  for (let after = 0n; ; ) {
    const page = await table.listStates(reader, after, pageSize);
    for (const state of page) {
      const key = `${table.type.kind} ${state.record.id}`;
      const replayed = ledger.get(key);
      if (!replayed?.alive || replayed.version !== state.version || !(await isAsLogged(reader, table, state)))
        damage.push(`${key} does not agree with the revision log`);
      if (!state.ordered) damage.push(`${key} has a wrong sort key`);
      ledger.delete(key);
    }
    records += page.length;
    after = page.at(-1)?.record.id ?? after;
    if (page.length < pageSize) return records;
  }
}

async function isAsLogged<F extends Fields>(reader: Reader, { type }: RecordTable<F>, { record, placed, logged }: State<F>) {
  if (!logged || !placed) return false;
  try {
    return toJson(await readContent(reader, type, record.id, logged)) === toJson(record);
  } catch (error) {
    if (error instanceof UnreadableContent) return false;
    throw error;
  }
}
