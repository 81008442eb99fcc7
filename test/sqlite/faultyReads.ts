import { Database } from 'bun:sqlite';
import { existsSync, writeFileSync } from 'node:fs';
import { Problem } from '../../src/model/problem.ts';
import { type Reader, registerReads } from '../../src/store/store.ts';

/** Reads in short statements until it is stopped. */
async function endless(reader: Reader, _input: null): Promise<never> {
  for (;;) await reader.get('select count(*) as n from artist');
}

/**
 * One statement that waits for the lock of the file `lock` while it has a snapshot of the store. It makes the file `begun` before the
 * statement.
 */
async function stuck(reader: Reader, mark: string): Promise<void> {
  await reader.get('select count(*) as n from artist');
  const lock = new Database(`${mark}lock`);
  lock.run('pragma busy_timeout = 3600000');
  writeFileSync(`${mark}begun`, '');
  lock.run('begin immediate');
  lock.close();
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

const countArtists = async (reader: Reader) => (await reader.get('select count(*) as n from artist'))?.n;

/** Counts artists twice, with a pause between. */
async function countTwice(reader: Reader, ms: number): Promise<unknown[]> {
  const first = await countArtists(reader);
  await Bun.sleep(ms);
  return [first, await countArtists(reader)];
}

/** Counts artists, makes the file `begun`, and counts them again once there is a file `goOn`. */
async function countAround(reader: Reader, mark: string): Promise<unknown[]> {
  const first = await countArtists(reader);
  writeFileSync(`${mark}begun`, '');
  while (!existsSync(`${mark}goOn`)) await Bun.sleep(2);
  return [first, await countArtists(reader)];
}

async function echo(_reader: Reader, input: unknown): Promise<unknown> {
  return input;
}

const threadName = crypto.randomUUID();

/** Names the thread that answers. */
async function whichThread(_reader: Reader, _input: null): Promise<string> {
  return threadName;
}

/** Reads for the tests of the store: most fail or take long. */
export const faultyReads = registerReads({
  endless,
  stuck,
  dieInThread,
  dieAfterwards,
  refuse,
  throwError,
  countTwice,
  countAround,
  echo,
  whichThread,
});
