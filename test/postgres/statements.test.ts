import { afterAll, expect, test } from 'bun:test';
import { system } from '../../src/model/actor.ts';
import { artistQuery, optional } from '../../src/model/artistQuery.ts';
import { searchedKinds } from '../../src/model/record.ts';
import { reads } from '../../src/operations/reads.ts';
import { writes } from '../../src/operations/writes.ts';
import { starterCatalogue } from '../../src/starter.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { type Reader, registerReads } from '../../src/store/store.ts';
import { repetitionsFor } from '../support/amount.ts';
import { makeDatabase } from '../support/databases.ts';
import { filterExamples } from '../support/filterExamples.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

/** The limit of statements that a connection has prepared after any number of searches and lists. Each searched kind has its own. */
const bound = 30 + 70 * searchedKinds.length;
const queries = repetitionsFor('STATEMENTS', { short: 60, long: 400 });
const random = randomFrom(seed);
const oneOf = (texts: string[]) => texts[random.below(texts.length)] as string;

const database = await makeDatabase('');
const url = database.settings.DATABASE_URL as string;
// One connection for all slow reads, so that the test can count its prepared statements.
const store = await openPostgres({ url, poolSize: 2, readers: 1, create: true, report: console.log });
await store.write(writes.firstStart, system, { starter: starterCatalogue('es'), keyHash: 'x' });
afterAll(async () => {
  await store.close();
  await database.drop();
});

async function countPrepared(reader: Reader, _input: null): Promise<number> {
  return Number((await reader.get('select count(*) as statements from pg_prepared_statements'))?.statements);
}
const { countPrepared: counting } = registerReads({ countPrepared });
const caller = () => ({ client: 'test', signal: new AbortController().signal });

const words = starterCatalogue('es').flatMap(({ name }) => name.split(' '));
/** A word as somebody types it. */
function typed(): string {
  const word = oneOf(words);
  const at = random.below(word.length);
  return oneOf([word, word, word.slice(0, at + 1), word.slice(0, at) + word.slice(at + 1), word + oneOf(words), '1983']);
}

function generated(): Record<string, string> {
  const filters = filterExamples(optional).filter(([name]) => name !== 'ids');
  const chosen = filters.filter(() => random.below(3) === 0);
  if (random.below(3) > 0) return Object.fromEntries([...chosen, ['q', Array.from({ length: 1 + random.below(6) }, typed).join(' ')]]);
  const sort = oneOf(['id', '-id', 'name', '-name', 'updated', '-updated']);
  return Object.fromEntries([
    ...chosen,
    ['sort', sort],
    ['limit', String(1 + random.below(9))],
    ...(random.below(4) === 0 ? [['ids', '1001,1002']] : []),
  ]);
}

async function ask(): Promise<void> {
  const query = artistQuery.safeParse(generated());
  if (!query.success) return;
  const { q, ...list } = query.data;
  if (q === undefined) {
    const { records, after } = await store.readSlow(reads.findArtists, list, caller());
    const next = after !== undefined && artistQuery.safeParse({ ...generated(), sort: list.sort, after });
    if (records.length > 0 && next && next.success && next.data.q === undefined)
      await store.readSlow(reads.findArtists, next.data, caller());
  } else if (random.below(2) === 0) await store.readSlow(reads.searchArtists, { ...list, q }, caller());
  else await store.readSlow(reads.searchRecords, { q, kind: undefined, limit: 10n, offset: 0n }, caller());
}

test(`searches and lists prepare a bounded number of statements, whatever is asked (seed ${seed})`, async () => {
  for (let n = 0; n < queries; n++) await ask();
  const prepared = await store.readSlow(counting, null, caller());
  console.log(`${prepared} statements prepared by ${queries} queries`);
  expect(prepared).toBeWithin(20, bound);
});
