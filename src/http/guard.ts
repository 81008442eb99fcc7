import { anonymous } from '../model/actor.ts';
import { type Pace, pauseAfter } from '../model/pace.ts';
import { normalEmail } from '../model/user.ts';
import { forgetOldTries, type Gate, noteSuccess, type Passage, passGates } from '../operations/tries.ts';
import type { Store } from '../store/store.ts';
import { type Limit, limitHeaders, tooMany } from './limitHeaders.ts';
import type { Client } from './limits.ts';

/** What is tried more slowly each time: by network, and for what concerns one account also by its address. */
const paces = {
  signup: { free: 30, most: 900, forgive: 60 },
  login: { free: 100, most: 900, forgive: 60 },
  'login-account': { free: 10, most: 900, forgive: 86_400, last: 100 },
  reset: { free: 20, most: 900, forgive: 60 },
  'reset-account': { free: 3, most: 900, forgive: 3_600 },
} as const satisfies Record<string, Pace>;

export type Purpose = 'signup' | 'login' | 'reset';

/** A try that was let through. */
export type Try = {
  /** To call where it was a login and succeeded. */
  succeeded(): Promise<void>;
};

const knownDays = 90;
const mostRows = 100_000;
const sweepEvery = 256;

/**
 * Lets tries through the gates of their purpose, which all nodes of a store share. Whoever logged in from a network
 * before has a count of their own there, so that strangers who guess elsewhere do not lock them out.
 *
 * @param secret makes digests of addresses, which stand in the store, of no use to others
 */
export function createGuard(store: Store, secret: string) {
  let tries = 0;
  const digest = (...parts: string[]) =>
    new Bun.CryptoHasher('sha256', `tries ${secret}`).update(parts.join('\n')).digest('hex').slice(0, 32);

  function gates(purpose: Purpose, network: string, email: string | undefined): Gate[] {
    const byNetwork: Gate = { name: purpose, key: digest(purpose, network), pace: paces[purpose] };
    if (email === undefined || purpose === 'signup') return [byNetwork];
    const name = `${purpose}-account` as const;
    const account = normalEmail(email);
    const byAccount: Gate = { name, key: digest(name, account), pace: paces[name] };
    if (purpose === 'reset') return [byNetwork, byAccount];
    return [byNetwork, { ...byAccount, unless: { mark: digest('known', account, network), key: digest(name, account, network) } }];
  }

  return async (client: Client, purpose: Purpose, email?: string): Promise<Try> => {
    const wanted = gates(purpose, client.network, email);
    const passages = await store.change(passGates, anonymous, wanted);
    if (++tries % sweepEvery === 0) await store.change(forgetOldTries, anonymous, mostRows);
    tell(client, passages);
    const [byNetwork, byAccount] = passages;
    return {
      async succeeded() {
        const mark = wanted[1]?.unless?.mark;
        if (!byNetwork || !byAccount || !mark) return;
        await store.change(noteSuccess, anonymous, {
          forget: [byAccount.key],
          giveBack: [byNetwork],
          mark: { key: mark, days: knownDays },
        });
      },
    };
  };
}

/** @throws Problem `too-many-requests` where a gate was closed */
function tell(client: Client, passages: Passage[]): void {
  const limits = passages.map(toLimit);
  const closed = passages.find(({ wait }) => wait > 0);
  if (closed) {
    client.headers = limitHeaders(limits);
    throw tooMany('This was tried too often.', Math.ceil(closed.wait / 1000), 'The pause grows with each further try.');
  }
  const own = limitHeaders(limits);
  client.headers = {
    'RateLimit-Policy': `${client.headers['RateLimit-Policy']}, ${own['RateLimit-Policy']}`,
    RateLimit: `${client.headers.RateLimit}, ${own.RateLimit}`,
  };
}

function toLimit({ name, pace, count, wait }: Passage): Limit {
  const { free, forgive } = pace;
  const left = wait > 0 ? 0 : Math.max(0, free - count);
  const reset = wait > 0 ? Math.ceil(wait / 1000) : left > 0 ? count * forgive : pauseAfter(count, pace);
  return { name, quota: free, window: free * forgive, left, reset };
}
