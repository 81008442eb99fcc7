import { hash, verify } from '@node-rs/argon2';
import type { Awaitable } from '../model/awaitable.ts';
import { Problem } from '../model/problem.ts';
import { createSlots, type Holder, NoSlot } from './slots.ts';

/** argon2id with 19 MiB, 2 passes, 1 lane: the least that the OWASP Password Storage Cheat Sheet allows. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

/**
 * A refusal is held back for a random time in these bounds, in ms: else clients that ask again at once, on many
 * connections, would keep the main thread from all others, or come in crowds.
 */
const refusalTime = { least: 20, most: 30 };

/** A body usually comes with its head. One that takes longer than this keeps no slot, in ms, else slow ones would keep all. */
const keptFor = 100;

/** What can be done with a slot. */
export type Hashing = {
  /** @returns a PHC string */
  hash(password: string): Promise<string>;
  /** Costs the same whether there is a hash to compare with or not. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
};

export type Passwords = {
  /**
   * Turns a request away before it is read, where its network would get no slot. Else one is kept for it while its body
   * arrives, so that of a crowd no more are read than get one.
   *
   * @returns gives the slot up, for `withHashing` to take it
   * @throws Problem `unavailable`
   */
  reserve(network: string): Awaitable<() => void>;
  /**
   * Takes a slot for as long as `work` takes, so that a refusal comes before the attempt is counted. Places and turns are shared among networks and among accounts.
   *
   * @throws Problem `unavailable` where too many have one, or too many for the same network or account
   */
  withHashing<T>(holder: Holder, work: (hashing: Hashing) => Promise<T>): Promise<T>;
  /** Hashes under way, those that wait for their turn, and how many were turned away so far. */
  figures(): { running: number; waiting: number; refused: number };
};

/** `Passwords.withHashing` for a network that is known: that of a request. */
export type WithHashing = <T>(account: string | undefined, work: (hashing: Hashing) => Promise<T>) => Promise<T>;

/**
 * Hashing off the main thread, a bounded number at a time: each takes 19 MiB and tens of milliseconds of a core.
 *
 * @param atOnce hashes under way at the same time
 * @param maxWaiting requests that may wait for their turn
 * @param onHash called with the seconds each took, its wait not counted
 */
export function createPasswords(
  atOnce: number,
  maxWaiting: number,
  onHash?: (seconds: number) => void,
): Omit<Passwords, 'reserve'> & { reserve(network: string): () => void } {
  const slots = createSlots(atOnce, atOnce + maxWaiting);
  const dummyHash = hashPassword(crypto.randomUUID());
  let refused = 0;

  function refuse(error: unknown): never {
    if (!(error instanceof NoSlot)) throw error;
    refused++;
    const { least, most } = refusalTime;
    const delay = least + Math.random() * (most - least);
    throw new Problem('unavailable', 'Too many passwords are being checked; nothing was changed.', {
      retryAfter: 2,
      delay,
    });
  }

  async function timed<T>(work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    try {
      return await work();
    } finally {
      onHash?.((performance.now() - start) / 1000);
    }
  }

  return {
    reserve(network) {
      try {
        const giveUp = slots.take({ network });
        setTimeout(giveUp, keptFor).unref();
        return giveUp;
      } catch (error) {
        return refuse(error);
      }
    },
    withHashing: (holder, work) =>
      slots
        .use(holder, (turn) =>
          work({
            hash: (password) => turn(() => timed(() => hashPassword(password))),
            async verify(passwordHash, password) {
              const matches = await turn(() => timed(async () => verify(passwordHash ?? (await dummyHash), password)));
              return matches && typeof passwordHash === 'string';
            },
          }),
        )
        .catch(refuse),
    figures: () => ({ ...slots.figures(), refused }),
  };
}

/** @returns a PHC string of today's cost, made at once */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Whether a PHC string was made with less than today's cost, or in another way. */
export function isDated(passwordHash: string): boolean {
  const [, memory, time, lanes] = phc.exec(passwordHash) ?? [];
  return !(Number(memory) >= cost.memoryCost && Number(time) >= cost.timeCost && Number(lanes) >= cost.parallelism);
}
