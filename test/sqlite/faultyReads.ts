import { Problem } from '../../src/model/problem.ts';
import { type Reader, registerReads } from '../../src/store/store.ts';

/** Reads in short statements until it is stopped. */
async function endless(reader: Reader, _input: null): Promise<never> {
  for (;;) await reader.get('select count(*) as n from artist');
}

/** One statement that takes seconds. */
async function stuck(reader: Reader, rows: bigint): Promise<unknown> {
  return reader.get('with recursive n(i) as (select 1 union all select i + 1 from n where i < $1) select count(*) as n from n', rows);
}

async function dieInThread(reader: Reader, _input: null): Promise<never> {
  await reader.get('select count(*) as n from artist');
  setTimeout(() => {
    throw new Error('the reader dies');
  });
  return new Promise(() => {});
}

async function dieAfterwards(_reader: Reader, _input: null): Promise<void> {
  setTimeout(() => {
    throw new Error('the reader dies while nobody asks');
  }, 10);
}

async function refuse(_reader: Reader, name: string): Promise<never> {
  throw new Problem('not-found', `There is no ${name}.`);
}

async function throwError(_reader: Reader, _input: null): Promise<never> {
  throw new TypeError('a defect while reading');
}

/** Counts artists twice, with a pause between in which others may write. */
async function countTwice(reader: Reader, ms: number): Promise<unknown[]> {
  const count = async () => (await reader.get('select count(*) as n from artist'))?.n;
  const first = await count();
  await Bun.sleep(ms);
  return [first, await count()];
}

async function echo(_reader: Reader, input: unknown): Promise<unknown> {
  return input;
}

const ownName = crypto.randomUUID();

/** The thread that answers. */
async function whichThread(_reader: Reader, _input: null): Promise<string> {
  return ownName;
}

/** Reads that fail or take long, for the store's tests. */
export const faultyReads = registerReads({ endless, stuck, dieInThread, dieAfterwards, refuse, throwError, countTwice, echo, whichThread });
