import { anonymous } from '../model/actor.ts';
import { normalEmail } from '../model/email.ts';
import type { MailKind } from '../model/mail.ts';
import { requireAdmitted, type TryLimitName } from '../model/rateLimits.ts';
import type { LimitKey } from '../operations/tries.ts';
import { writes } from '../operations/writes.ts';
import type { Store } from '../store/store.ts';
import type { Client } from './client.ts';

type Purpose = 'signup' | 'login' | 'reset';

/**
 * The address of a requested mail. `network`, `account`: the sender of the request, absent if its mails are not limited. `confirmed`: the
 * address is known to belong to the account. It then has a counter that mails to other spellings of its mailbox do not use up.
 */
export type Posting = { network?: string; account?: bigint | null; address: string; confirmed?: boolean };

/** How long an account knows the network of a login, in days. */
const knownDays = 90;
/** The most counters with tries that are stored. */
const maxRows = 100_000;
/** The number of tries between two sweeps of the counters. */
const sweepEvery = 256;

/** Limits that all nodes of a store share. @param digestKey see `digest` */
export function createTryLimits(store: Store, digestKey: string) {
  let tries = 0;
  const keyOf = (...parts: string[]) => digest(digestKey, parts);
  const limitKey = (name: TryLimitName, ...parts: string[]): LimitKey => ({ name, key: keyOf(name, ...parts) });

  /**
   * An account that has logged in from a network gets a separate counter for that network, so that strangers who guess elsewhere do not
   * lock it out.
   */
  function keysOfTry(network: string, purpose: Purpose, email: string): LimitKey[] {
    const ofNetwork = limitKey(purpose, network);
    if (purpose === 'signup') return [ofNetwork];
    if (purpose === 'reset') return [ofNetwork, limitKey('reset-account', mailboxOf(email))];
    const account = normalEmail(email);
    const ifMarked = { mark: keyOf('known', account, network), key: keyOf('login-account', account, network) };
    return [ofNetwork, { ...limitKey('login-account', account), ifMarked }];
  }

  return {
    /**
     * Counts a sign-up, a login or a request to reset a password before it is carried out, whether the account exists or not.
     *
     * @param email of a body that was validated; a sign-up needs none
     * @throws Problem `too-many-requests`
     */
    async admitTry(client: Client, purpose: Purpose, email = '') {
      const keys = keysOfTry(client.network, purpose, email);
      const counted = await store.write(writes.countTry, anonymous, keys);
      // Housekeeping: it neither delays nor fails the try.
      if (++tries % sweepEvery === 0) store.write(writes.deleteOldTries, anonymous, maxRows).catch(() => {});
      client.limits.push(...counted.map(requireAdmitted));
      const [ofNetwork, forget] = counted;
      return {
        /** Forgets the wrong passwords before this try; the login does not wait for that. */
        succeeded(): void {
          const mark = keys[1]?.ifMarked?.mark;
          if (!ofNetwork || !forget || !mark) return;
          const success = { forget, uncount: { name: purpose, key: ofNetwork.key }, mark: { key: mark, days: knownDays } };
          store.write(writes.noteSuccess, anonymous, success).catch(() => {});
        },
      };
    },
    /** The keys under which a mail is counted, in the transaction that puts it into the outbox. */
    mailLimits(kind: MailKind, { network, account, address, confirmed = false }: Posting): LimitKey[] {
      return [
        ...(network === undefined ? [] : [limitKey('mail', kind, network)]),
        ...(account == null ? [] : [limitKey('mail-account', kind, String(account))]),
        confirmed ? limitKey('mail-address', kind, 'confirmed', normalEmail(address)) : limitKey('mail-address', kind, mailboxOf(address)),
      ];
    },
  };
}

/** The address without its tag: most mail services ignore the text between a `+` and the `@` (RFC 5233). */
function mailboxOf(email: string): string {
  return normalEmail(email).replace(/\+.*@/s, '@');
}

/**
 * The key of a counter in the store. Different lists of parts have different keys, whatever a client writes into a part.
 *
 * @param digestKey a secret of the store: without it nobody can find out which addresses are counted
 */
export function digest(digestKey: string, parts: string[]): string {
  return new Bun.CryptoHasher('sha256', `tries ${digestKey}`).update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
