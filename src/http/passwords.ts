import { hash, verify } from '@node-rs/argon2';
import { Problem } from '../model/problem.ts';

/** argon2id with 19 MiB, 2 passes, 1 lane: the least that the OWASP Password Storage Cheat Sheet allows. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const phc = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/;

/**
 * Whoever is turned away waits this long for it, in ms, not all the same time: else people who ask again at once, on many
 * connections, would keep the main thread from all others, or come in crowds.
 */
const refusalTime = { least: 20, most: 30 };

export type Passwords = {
  /** Turns a request away early, before its body is read. @throws Problem `unavailable` where too many wait */
  demandRoom(): Promise<void>;
  /** @returns a PHC string @throws Problem `unavailable` where too many wait */
  hash(password: string): Promise<string>;
  /** Costs the same whether there is a hash to compare with or not. @throws Problem `unavailable` where too many wait */
  verify(passwordHash: string | null | undefined, password: string): Promise<boolean>;
  /** Hashes under way, those that wait for their turn, and how many were turned away so far. */
  figures(): { running: number; waiting: number; refused: number };
};

/**
 * Hashing off the main thread, a bounded number at a time: each takes 19 MiB and tens of milliseconds of a core.
 *
 * @param atOnce hashes under way at the same time
 * @param maxWaiting requests that may wait for their turn
 * @param onHash hears how many seconds each took, its wait not counted
 */
export function createPasswords(atOnce: number, maxWaiting: number, onHash?: (seconds: number) => void): Passwords {
  const { take, demandRoom, figures } = turns(atOnce, maxWaiting, onHash);
  const nobodys = hash(crypto.randomUUID(), cost);
  return {
    demandRoom,
    hash: (password) => take(() => hash(password, cost)),
    async verify(passwordHash, password) {
      const matches = await take(async () => verify(passwordHash ?? (await nobodys), password));
      return matches && typeof passwordHash === 'string';
    },
    figures,
  };
}

function turns(atOnce: number, maxWaiting: number, onHash?: (seconds: number) => void) {
  const waiting: (() => void)[] = [];
  let running = 0;
  let refused = 0;
  /** Let through since the last one was done, and not here yet: their bodies are still being read. */
  let coming = 0;

  async function refuse(): Promise<never> {
    refused++;
    const { least, most } = refusalTime;
    await Bun.sleep(least + Math.random() * (most - least));
    throw new Problem('unavailable', 'Too many passwords are being checked; nothing was changed.', { headers: { 'Retry-After': '2' } });
  }

  async function take<T>(work: () => Promise<T>): Promise<T> {
    coming = Math.max(0, coming - 1);
    if (running >= atOnce) {
      if (waiting.length >= maxWaiting) await refuse();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running++;
    const start = performance.now();
    try {
      return await work();
    } finally {
      onHash?.((performance.now() - start) / 1000);
      coming = 0;
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  }

  return {
    take,
    async demandRoom() {
      if (running < atOnce) return;
      if (waiting.length + coming >= maxWaiting) await refuse();
      coming++;
    },
    figures: () => ({ running, waiting: waiting.length, refused }),
  };
}

/** Whether a PHC string was made with less than today's cost, or in another way. */
export function isDated(passwordHash: string): boolean {
  const [, memory, time, lanes] = phc.exec(passwordHash) ?? [];
  return !(Number(memory) >= cost.memoryCost && Number(time) >= cost.timeCost && Number(lanes) >= cost.parallelism);
}
