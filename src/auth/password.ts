import { hash, verify } from '@node-rs/argon2';
import type { Client } from '../limits/client.ts';
import type { Limits } from '../limits/limit.ts';
import type { Actor } from '../model/actor.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { createFairQueue } from '../model/fairQueue.ts';
import { overloaded } from '../model/problem.ts';
import { createShares } from '../model/shares.ts';
import type { Store } from '../store/store.ts';

/** argon2id with 19 MiB, 2 passes, 1 lane: the least that the OWASP Password Storage Cheat Sheet allows. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

/** How long a slot waits for a body, in ms. A body usually arrives with its head, and slow bodies must not hold all slots. */
const reservedFor = 100;

/** The holder of a slot: the network of a request, and the account that it is about, if any. */
export type SlotOwner = { network: string; account?: string | undefined };

export type Hashing = {
  /** @returns a PHC string */
  hash(password: string): Promise<string>;
  /** Takes the same time whether there is a hash to compare with or not. */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
};

export type Slot = Hashing & { giveUp(): void };

export type Passwords = {
  /** @throws Problem `unavailable` where too many hold a slot, or too many of the same network or account */
  takeSlot(holder: SlotOwner): Awaitable<Slot>;
  /** `refused`: requests since the start. */
  figures(): { running: number; waiting: number; refused: number };
};

/** `withHashing`, bound to the network of a request. */
export type WithHashing = <T>(account: string | undefined, work: (hashing: Hashing) => Promise<T>) => Promise<T>;

export type AuthServices = { store: Store; limits: Limits };

/** The sender of a request that may hash a password. */
export type Sender = { client: Client; withHashing: WithHashing };
export type Caller = Sender & { actor: Actor };

/**
 * Takes a slot for a request before its body is read, so that only bodies of requests with a slot are read.
 *
 * @returns a function that releases the slot, so that `withHashing` can take it
 * @throws Problem `unavailable`
 */
export function reserveSlot(passwords: Passwords, network: string): Awaitable<() => void> {
  return chain(passwords.takeSlot({ network }), ({ giveUp }) => {
    setTimeout(giveUp, reservedFor).unref();
    return giveUp;
  });
}

/** Takes a slot before `work`, which counts the attempt: without a slot, no attempt is counted. @throws Problem `unavailable` */
export async function withHashing<T>(passwords: Passwords, holder: SlotOwner, work: (hashing: Hashing) => Promise<T>): Promise<T> {
  const slot = await passwords.takeSlot(holder);
  try {
    return await work(slot);
  } finally {
    slot.giveUp();
  }
}

/**
 * Hashes off the main thread, a bounded number at a time: each takes 19 MiB and tens of milliseconds of a core.
 *
 * @param atOnce hashes under way at the same time
 * @param maxWaiting requests that may wait for their turn
 * @param onHash called with the seconds of each, without its wait
 */
export function createPasswords(atOnce: number, maxWaiting: number, onHash?: (seconds: number) => void): Passwords {
  const slots = createShares(atOnce + maxWaiting);
  const turns = createFairQueue(atOnce);
  const dummyHash = hashPassword(crypto.randomUUID());
  let refused = 0;

  async function inTurn<T>({ network, account = '' }: SlotOwner, work: () => Promise<T>): Promise<T> {
    const endTurn = await turns.enter([network, account]);
    const start = performance.now();
    try {
      return await work();
    } finally {
      endTurn();
      onHash?.((performance.now() - start) / 1000);
    }
  }

  return {
    takeSlot(holder) {
      const { network, account } = holder;
      const ofAccount = account === undefined ? [] : [{ name: `account ${account}`, part: 1 / 8 }];
      const giveUp = slots.take(1, { name: `network ${network}`, part: 1 }, ...ofAccount);
      if (!giveUp) {
        refused++;
        throw overloaded('Too many passwords are being checked; nothing was changed.');
      }
      return {
        hash: (password) => inTurn(holder, () => hashPassword(password)),
        async verify(passwordHash, password) {
          const matches = await inTurn(holder, async () => verify(passwordHash ?? (await dummyHash), password));
          return matches && typeof passwordHash === 'string';
        },
        giveUp,
      };
    },
    figures: () => ({ ...turns.figures(), refused }),
  };
}

/** Hashes without a slot and without waiting for a turn. @returns a PHC string of today's cost */
export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** Whether a PHC string was made at less than today's cost, or by another algorithm. */
export function isDated(passwordHash: string): boolean {
  const [, memory, time, lanes] = phc.exec(passwordHash) ?? [];
  return !(Number(memory) >= cost.memoryCost && Number(time) >= cost.timeCost && Number(lanes) >= cost.parallelism);
}
