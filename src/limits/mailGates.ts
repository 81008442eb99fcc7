import { normalEmail } from '../model/email.ts';
import type { MailKind } from '../model/mail.ts';
import type { Pace } from '../model/pace.ts';
import type { Gate } from '../operations/tries.ts';
import { digest } from './digest.ts';

/** Mails that requests cause, each kind by itself: by the network and by the account they come from, and by where they go. */
export const mailPaces = {
  mail: { free: 20, most: 900, forgive: 60 },
  'mail-account': { free: 5, first: 60, most: 3_600, forgive: 3_600 },
  'mail-address': { free: 3, first: 60, most: 14_400, forgive: 14_400 },
} as const satisfies Record<string, Pace>;

/**
 * Who asks for a mail, as far as that counts, and the address it goes to. `confirmed`: it is known to be that of who asks, so
 * mails that strangers ask for, to a tag of the same mailbox, do not count for it.
 */
export type Posting = { network?: string; account?: bigint | null; address: string; confirmed?: boolean };

/** @param digestKey see `digest` */
export function mailGates(digestKey: string, kind: MailKind, { network, account, address, confirmed = false }: Posting): Gate[] {
  const gate = (name: keyof typeof mailPaces, ...whose: string[]): Gate => ({
    name,
    key: digest(digestKey, [name, kind, ...whose]),
    pace: mailPaces[name],
  });
  return [
    ...(network === undefined ? [] : [gate('mail', network)]),
    ...(account == null ? [] : [gate('mail-account', String(account))]),
    confirmed ? gate('mail-address', 'confirmed', normalEmail(address)) : gate('mail-address', mailboxOf(address)),
  ];
}

/** What most mail services deliver to one person: they pass over what stands between a `+` and the `@` (RFC 5233). */
export function mailboxOf(email: string): string {
  return normalEmail(email).replace(/\+.*@/s, '@');
}
