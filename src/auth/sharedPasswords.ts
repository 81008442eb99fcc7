import type { Ask } from '../process/link.ts';
import type { Hashing, Holder, Passwords } from './password.ts';

/** What a thread asks of the thread that hashes for all, so that all share its slots. A key identifies a slot. */
export type PasswordAnswers = {
  reserve(key: number, network: string): Promise<void>;
  /** Resolves once a slot is held. */
  takeSlot(key: number, holder: Holder): Promise<void>;
  hash(key: number, password: string): Promise<string>;
  verify(key: number, passwordHash: string | null | undefined, password: string): Promise<boolean>;
  giveUp(key: number): void;
};

type Held = { hashing?: Hashing; giveUp(): void };

/** The answers for one other thread. */
export function answersOfPasswords(passwords: Passwords): { answers: PasswordAnswers; end(): void } {
  const all = new Map<number, Held>();

  function hashing(key: number): Hashing {
    const found = all.get(key)?.hashing;
    if (!found) throw new Error('a slot was used that is not taken');
    return found;
  }
  function giveUp(key: number): void {
    all.get(key)?.giveUp();
    all.delete(key);
  }

  const answers: PasswordAnswers = {
    async reserve(key, network) {
      all.set(key, { giveUp: await passwords.reserve(network) });
    },
    takeSlot: (key, holder) =>
      new Promise((resolve, reject) => {
        const work = (own: Hashing) =>
          new Promise<void>((done) => {
            all.set(key, { hashing: own, giveUp: done });
            resolve();
          });
        passwords.withHashing(holder, work).catch(reject);
      }),
    hash: (key, password) => hashing(key).hash(password),
    verify: (key, passwordHash, password) => hashing(key).verify(passwordHash, password),
    giveUp,
  };
  return {
    answers,
    end() {
      for (const key of all.keys()) giveUp(key);
    },
  };
}

/** Passwords of a thread that lets another one hash. */
export function passwordsElsewhere(ask: Ask<PasswordAnswers>): Passwords {
  let lastKey = 0;
  const giveUp = (key: number) => void ask('giveUp', key).catch(() => {});
  return {
    async reserve(network) {
      const key = ++lastKey;
      await ask('reserve', key, network);
      return () => giveUp(key);
    },
    async withHashing(holder, work) {
      const key = ++lastKey;
      await ask('takeSlot', key, holder);
      try {
        return await work({
          hash: (password) => ask('hash', key, password),
          verify: (passwordHash, password) => ask('verify', key, passwordHash, password),
        });
      } finally {
        giveUp(key);
      }
    },
    figures: () => ({ running: 0, waiting: 0, refused: 0 }),
  };
}
