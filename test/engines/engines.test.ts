import { afterAll, expect, test } from 'bun:test';
import fc from 'fast-check';
import { orElse } from '../../src/model/awaitable.ts';
import type { Hidden } from '../../src/model/hiding.ts';
import { maxInt64 } from '../../src/model/int64.ts';
import { recordTypes } from '../../src/model/kinds.ts';
import { Problem } from '../../src/model/problem.ts';
import { type Fields, factKinds, kindRows, type Member, type RecordType } from '../../src/model/record.ts';
import { type Span, type UndoPlan, type UndoPosition, undoStart } from '../../src/model/undo.ts';
import { type Conditions, etagOf, type Versioned } from '../../src/model/versioned.ts';
import * as albums from '../../src/operations/album.ts';
import * as artists from '../../src/operations/artist.ts';
import { checkLog } from '../../src/operations/check.ts';
import { readVersion, stateAt } from '../../src/operations/history.ts';
import { recordOperations } from '../../src/operations/recordOperations.ts';
import { undoAccount } from '../../src/operations/undo.ts';
import { planUndo } from '../../src/operations/undoPlan.ts';
import { writes } from '../../src/operations/writes.ts';
import { checkCounts } from '../../src/store/counts.ts';
import type { Reader, ReadOperation, Store, Write } from '../../src/store/store.ts';
import { until } from '../faults/until.ts';
import { repetitionsFor } from '../support/amount.ts';
import { each } from '../support/each.ts';
import { seedsOf } from '../support/seed.ts';
import { actorOf, addAccounts } from './accounts.ts';
import { commands } from './commands.ts';
import { type Child, type Command, children, type History, Model, type Outcome, type UndoneSpan, type VersionKey } from './model.ts';
import { type Engine, openEngines } from './stores.ts';

const sequences = repetitionsFor('MODEL_SEQUENCES', { short: 25, long: 600 });
/** Seeds that once found a fault. */
const keptSeeds = [19_730_101];
const { engines, close } = await openEngines();
for (const engine of engines) await addAccounts(engine);
afterAll(() => close());

const reads: Record<string, ReadOperation<never, unknown>> = {
  readArtist: artists.readArtist,
  readAlbum: albums.readAlbum,
  listArtists: artists.listArtists,
  listAlbums: albums.listAlbums,
  ...Object.fromEntries(
    factKinds.flatMap((kind) => {
      const { read, list } = recordOperations[kind];
      const row = kindRows[kind];
      return [[`read${row.name}`, read], ...('list' in row ? [[`list${row.list}`, list.run]] : [])];
    }),
  ),
};

async function run(engine: Engine, { name, input, by }: Command, ticks: number[], oldVersion: VersionKey | undefined): Promise<Outcome> {
  const { store } = engine;
  try {
    if (name === 'tick') return undefined;
    if (name === 'hideChange') return await hide(engine, by, input.hidden, oldVersion);
    if (name === 'undoAccount') return await undo(store, by, input, ticks);
    const read = reads[name] as ReadOperation<unknown, unknown> | undefined;
    const value = await (read
      ? store.read(read, input)
      : store.write(writes[name as keyof typeof writes] as Write<unknown, unknown>, actorOf(by), await withTags(store, name, input)));
    return withoutTime(value);
  } catch (error) {
    if (error instanceof Problem) return error.code;
    throw error;
  }
}

async function hide({ store, sql }: Engine, by: bigint, hidden: Hidden | null, oldVersion: VersionKey | undefined): Promise<undefined> {
  const { kind, id = 0n, version = 0n }: Partial<VersionKey> = oldVersion ?? {};
  const seqs = async () =>
    (await sql(`select seq from revision where kind = '${kind}' and id = ${id} and version = ${version}`)).map(({ seq }) => seq);
  await until(async () => !(await seqs()).includes(null), 'the change has no number');
  const [seq = maxInt64] = await seqs();
  await store.write(writes.hideChange, actorOf(by), { seq: BigInt(String(seq)), hidden });
}

/** Undoes the changes of an account. The plan must be the same whether it is read whole or in pages. */
async function undo(store: Store, by: bigint, { account, since, until }: UndoneSpan, ticks: number[]): Promise<Outcome> {
  const timeOf = (tick: number) => ticks[Math.min(tick, ticks.length - 1)] as number;
  const span = { accountId: account, since: timeOf(since), until: until === undefined ? maxTime : timeOf(until) };
  const plan = await store.read(planUndo, { ...span, after: undoStart, limit: 1_000 });
  expect(await planInPages(store, span)).toEqual(plan);
  const { undone, left } = await undoAccount(
    { ...span, after: undoStart, dryRun: false },
    { plan: async () => plan, write: (part) => store.write(writes.undoPart, actorOf(by), part) },
  );
  // The steps of a plan also have their `changes`.
  expect([undone, left]).toEqual([plan.steps.map(({ changes: _, ...step }) => step), plan.left]);
  if (by !== account) expect((await store.read(planUndo, { ...span, after: undoStart, limit: 1_000 })).steps).toEqual([]);
  return { undone, left: left.map(({ detail: _, ...rest }) => rest) };
}

const maxTime = 8_640_000_000_000_000;

async function planInPages(store: Store, span: Span): Promise<UndoPlan> {
  const whole: UndoPlan = { steps: [], left: [], next: null };
  for (let after: UndoPosition | null = undoStart; after !== null; ) {
    const { steps, left, next }: UndoPlan = await store.read(planUndo, { ...span, after, limit: 2 });
    whole.steps.push(...steps);
    whole.left.push(...left);
    after = next;
  }
  return whole;
}

type Conditional = { artistId: bigint; conditions?: Conditions };

/** The model has no times, so its commands have versions as tags. This puts the current entity tag in place of the current version. */
async function withTags(store: Store, name: string, input: unknown): Promise<unknown> {
  const { conditions, ...path } = input as Conditional;
  if (!conditions) return input;
  const child = (Object.keys(children) as Child[]).find((kind) => name.endsWith(kind)) ?? 'Artist';
  const read = () => store.read(reads[`read${child}`] as ReadOperation<unknown, Versioned<object>>, path);
  const current = await orElse(read, () => undefined);
  const tagged = (tags: string[] | '*' | undefined) =>
    Array.isArray(tags) && current ? tags.map((tag) => (tag === `"${current.version}"` ? etagOf(current) : tag)) : tags;
  return { ...(input as Conditional), conditions: { ifMatch: tagged(conditions.ifMatch), ifNoneMatch: tagged(conditions.ifNoneMatch) } };
}

function withoutTime(value: unknown): Outcome {
  if (typeof value !== 'object' || value === null) return undefined;
  const { changedAt: _, shape: __, ...rest } = value as { changedAt?: number; shape?: number };
  return rest as Outcome;
}

/** The engines are independent, so both run at once. */
const onEach = (work: (engine: Engine) => Promise<void>) => Promise.all(engines.map(work));

/** Reads every version of these records from a store. */
function historiesOf(store: Store, expected: History[]): Promise<unknown[]> {
  return each(expected, async ({ kind, id, versions }) => ({
    kind,
    id,
    versions: await historyOf(store, recordTypes[kind] as unknown as RecordType<Fields>, id, versions.length),
  }));
}

async function historyOf(store: Store, type: RecordType<Fields>, id: bigint, versions: number): Promise<unknown[]> {
  const maxReads = maxReadsOf(type);
  const read = (version: number) => withMaxRows(store, maxReads, (reader) => readVersion(reader, type, { id, version: BigInt(version) }));
  const readAt = (at: number) => withMaxRows(store, maxReads + 2 + Math.log2(versions), (reader) => stateAt(reader, type, { id, at }));
  const [before, ...found] = await Promise.all(Array.from({ length: versions + 2 }, (_, version) => read(version)));
  const after = found.pop();
  // Some versions share a time; the last of them is the record at that time.
  const time = found[Math.floor(versions / 2)]?.revision.at ?? 0;
  const [atThatTime, atTimeZero] = await Promise.all([readAt(time), readAt(0)]);
  expect([before, after, atTimeZero, atThatTime?.revision.at]).toEqual([undefined, undefined, undefined, time]);
  return found.map((version) => ({
    record: version?.record,
    action: version?.revision.action,
    reverts: version?.revision.reverts,
    by: version?.revision.accountId ?? 0n,
    hidden: version?.revision.hidden,
  }));
}

/** The rows that a read of one version may read: its own, and one for each member whose text may be long. */
function maxReadsOf<F extends Fields>({ names, members }: RecordType<F>): number {
  return 1 + names.filter((name) => (members[name] as Member<unknown>).empty === '').length;
}

/** Runs a read and fails if it reads more than `maxRows` rows. */
async function withMaxRows<T>(store: Store, maxRows: number, work: (reader: Reader) => Promise<T>): Promise<T> {
  return store.read(async (reader) => {
    let rows = 0;
    const value = await work({
      engine: reader.engine,
      get(sql, ...values) {
        rows++;
        return reader.get(sql, ...values);
      },
      async all(sql, ...values) {
        const found = await reader.all(sql, ...values);
        rows += found.length;
        return found;
      },
    });
    expect(rows).toBeLessThanOrEqual(maxRows);
    return value;
  }, null);
}

/** Returns a time after the last write and before the next one. */
async function tick(): Promise<number> {
  await Bun.sleep(2);
  const now = Date.now();
  await Bun.sleep(2);
  return now;
}

test.each(seedsOf(keptSeeds, sequences))(
  'any sequence of commands has the same results on SQLite, on PostgreSQL and in the model (%o)',
  async ({ seed, runs }) => {
    console.log(`model: TEST_SEED=${seed} MODEL_SEQUENCES=${runs}`);
    let done = 0;
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        await onEach(({ empty }) => empty());
        const model = new Model();
        const ticks = [0];
        const obey = async (command: Command) => {
          if (command.name === 'tick') ticks.push(await tick());
          const oldVersion = command.name === 'hideChange' ? model.oldVersion(command.input.nth) : undefined;
          const wanted = model.run(command);
          await onEach(async (engine) =>
            expect([engine.name, await run(engine, command, ticks, oldVersion)]).toEqual([engine.name, wanted]),
          );
          done++;
        };
        for (const command of sequence) await obey(command);
        for (const command of model.restorations()) await obey(command);
        const expected = model.histories().filter(({ versions }) => versions.length > 1);
        await onEach(async ({ name, store }) => {
          expect([name, await store.read(checkCounts, null)]).toEqual([name, []]);
          expect([name, (await store.snapshot(checkLog, null)).damage]).toEqual([name, []]);
          expect([name, await historiesOf(store, expected)]).toEqual([name, expected]);
        });
      }),
      { numRuns: runs, seed },
    );
    await onEach(async ({ name, store }) => expect([name, await store.checkIntegrity()]).toEqual([name, []]));
    console.log(`model: ${done} commands`);
  },
  3_600_000,
);
