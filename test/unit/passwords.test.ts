import { afterEach, describe, expect, jest, test } from 'bun:test';
import { createPasswords, hashPassword, isDated, type Passwords, reserveSlot, withHashing } from '../../src/auth/password.ts';
import { linkLife } from '../../src/model/linkToken.ts';
import type { Problem } from '../../src/model/problem.ts';
import { codeIn } from '../support/failure.ts';

afterEach(() => jest.useRealTimers());

/** @returns `done`, or the code of the refusal */
const outcomeOf = (work: Promise<unknown>) => work.then(() => 'done', codeIn);

const refusalOf = (work: Promise<unknown>): Promise<Problem> =>
  work.then(
    () => expect.unreachable('it was not refused'),
    (error) => error,
  );

/** Each password is hashed for another network, so that no network uses up its share of the slots. */
let networks = 0;
const hashed = (passwords: Passwords) => withHashing(passwords, { network: `n${networks++}` }, ({ hash }) => hash('rock-n-roll'));

describe('hashing', () => {
  test('runs at most the allowed number of hashes at once', async () => {
    const durations: number[] = [];
    const passwords = createPasswords(2, 10, (seconds) => durations.push(seconds));
    const all = [0, 1, 2, 3, 4].map(() => hashed(passwords));
    await Promise.resolve();
    expect(passwords.figures()).toEqual({ running: 2, waiting: 3, refused: 0 });
    await Promise.race(all);
    expect(passwords.figures().running).toBe(2);
    expect(passwords.figures().waiting).toBeLessThan(3);
    await Promise.all(all);
    expect(passwords.figures()).toEqual({ running: 0, waiting: 0, refused: 0 });
    expect(durations).toHaveLength(5);
    for (const seconds of durations) expect(seconds).toBeWithin(0, 60);
  });

  test('serves waiting requests in order', async () => {
    const passwords = createPasswords(1, 10);
    const done: number[] = [];
    await Promise.all([0, 1, 2, 3, 4].map((i) => hashed(passwords).then(() => done.push(i))));
    expect(done).toEqual([0, 1, 2, 3, 4]);
  });

  test('lets at most the allowed number wait, and refuses the next request before its body is read', async () => {
    const passwords = createPasswords(1, 3);
    const reserve = async (network: string) => reserveSlot(passwords, network);
    (await reserve('last'))();
    const all = Array.from({ length: 6 }, () => outcomeOf(hashed(passwords)));
    await Promise.resolve();
    expect(passwords.figures()).toEqual({ running: 1, waiting: 3, refused: 2 });
    const refused = await refusalOf(reserve('last'));
    expect([refused.code, refused.facts.retryAfter]).toEqual(['unavailable', 2]);
    expect(passwords.figures().refused).toBe(3);
    expect(await Promise.all(all)).toEqual(['done', 'done', 'done', 'done', 'unavailable', 'unavailable']);
    (await reserve('last'))();
  });

  test('reserves a slot for a request that is about to hash, for one second at most', async () => {
    jest.useFakeTimers();
    const passwords = createPasswords(1, 3);
    const reserve = async (network: string) => reserveSlot(passwords, network);
    const giveUp = await reserve('a');
    await reserve('a');
    expect((await refusalOf(reserve('a'))).code).toBe('unavailable');
    await reserve('b');
    giveUp();
    giveUp();
    const hashes = hashed(passwords);
    await reserve('c');
    expect((await refusalOf(reserve('d'))).code).toBe('unavailable');
    jest.advanceTimersByTime(1_000);
    for (const network of ['c', 'd', 'e']) await reserve(network);
    expect((await refusalOf(reserve('f'))).code).toBe('unavailable');
    jest.advanceTimersByTime(1_000);
    expect(await outcomeOf(hashes)).toBe('done');
  });

  test('frees its slot whether it succeeds or fails', async () => {
    const passwords = createPasswords(1, 10);
    const verify = (hash: string | null | undefined, password: string) =>
      withHashing(passwords, { network: `n${networks++}` }, (hashing) => hashing.verify(hash, password));
    for (let i = 0; i < 20; i++) await verify('no hash at all', 'x').catch(() => {});
    for (let i = 0; i < 20; i++) await withHashing(passwords, { network: 'a' }, () => Promise.reject(new Error('no'))).catch(() => {});
    expect(passwords.figures()).toEqual({ running: 0, waiting: 0, refused: 0 });
    const hash = await hashed(passwords);
    expect(await Promise.all([verify(hash, 'rock-n-roll'), verify(hash, 'rock-n-rolL')])).toEqual([true, false]);
    expect(await Promise.all([verify(null, 'rock-n-roll'), verify(undefined, '')])).toEqual([false, false]);
  });

  test('has the intended cost, and a hash of a lower cost is outdated', async () => {
    const hash = await hashPassword('rock-n-roll');
    expect(hash).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
    const phc = (memory: number, time: number, lanes: number) => `$argon2id$v=19$m=${memory},t=${time},p=${lanes}$x$y`;
    for (const today of [hash, phc(19_456, 2, 1), phc(19_457, 3, 2)]) expect(isDated(today)).toBe(false);
    for (const dated of [phc(19_455, 2, 1), phc(19_456, 1, 1), phc(19_456, 2, 0), '$argon2i$v=19$m=19456,t=2,p=1$x$y', `x${hash}`, ''])
      expect([dated, isDated(dated)]).toEqual([dated, true]);
  });
});

test('a link for a new password works for half an hour, one to confirm an address for a day', () => {
  expect(linkLife).toEqual({ reset: 1_800_000, verify: 86_400_000 });
});
