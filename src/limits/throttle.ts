import { anonymous } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import type { Pace } from '../model/pace.ts';
import { type Gate, requirePassed } from '../operations/tries.ts';
import { writes } from '../operations/writes.ts';
import type { Store } from '../store/store.ts';
import type { Client } from './client.ts';
import { digest } from './digest.ts';
import { mailboxOf } from './mailGates.ts';

/** What is tried more slowly each time: by network, and for what concerns one account also by its address. */
export const paces = {
  signup: { free: 30, most: 900, forgive: 60 },
  login: { free: 100, most: 900, forgive: 60 },
  'login-account': { free: 10, most: 900, forgive: 86_400, last: 100 },
  reset: { free: 20, most: 900, forgive: 60 },
  'reset-account': { free: 3, most: 900, forgive: 3_600 },
} as const satisfies Record<string, Pace>;

export type Purpose = 'signup' | 'login' | 'reset';

/** A try that was let through. */
export type Try = {
  /** Forgets the wrong passwords before a login that succeeded. The login does not wait for it, and its failure only makes the next try slower. */
  succeeded(): void;
};

const knownDays = 90;
const maxRows = 100_000;
const sweepEvery = 256;

/**
 * Lets tries through the gates of their purpose, which all nodes of a store share. An account that logged in from a network
 before has a count of its own there, so that strangers who guess elsewhere do not lock it out.
 *
 * @param digestKey see `digest`
 */
export function createThrottle(store: Store, digestKey: string) {
  let tries = 0;
  const keyOf = (...parts: string[]) => digest(digestKey, parts);

  function gates(purpose: Purpose, network: string, email: string | undefined): Gate[] {
    const byNetwork: Gate = { name: purpose, key: keyOf(purpose, network), pace: paces[purpose] };
    if (email === undefined || purpose === 'signup') return [byNetwork];
    const name = `${purpose}-account` as const;
    if (purpose === 'reset') return [byNetwork, { name, key: keyOf(name, mailboxOf(email)), pace: paces[name] }];
    const account = normalEmail(email);
    const byAccount: Gate = { name, key: keyOf(name, account), pace: paces[name] };
    return [byNetwork, { ...byAccount, unless: { mark: keyOf('known', account, network), key: keyOf(name, account, network) } }];
  }

  return async (client: Client, purpose: Purpose, email?: string): Promise<Try> => {
    const wanted = gates(purpose, client.network, email);
    const passages = await store.write(writes.passGates, anonymous, wanted);
    // Housekeeping: it neither delays nor fails the try.
    if (++tries % sweepEvery === 0) store.write(writes.forgetOldTries, anonymous, maxRows).catch(() => {});
    client.limits.push(...requirePassed(passages));
    const [byNetwork, byAccount] = passages;
    return {
      succeeded() {
        const mark = wanted[1]?.unless?.mark;
        if (!byNetwork || !byAccount || !mark) return;
        const success = { forget: [byAccount], giveBack: [byNetwork], mark: { key: mark, days: knownDays } };
        store.write(writes.noteSuccess, anonymous, success).catch(() => {});
      },
    };
  };
}
