import type { Actor } from '../model/actor.ts';
import type { LinkPurpose } from '../model/linkToken.ts';
import type { Mail, MailKind, MailLanguage } from '../model/mail.ts';
import { objectsOf } from './rows.ts';
import type { Reader, Row, Transaction } from './store.ts';

/**
 * Puts a mail into the outbox. If the same mail waits already, it is marked as requested again, and becomes due within a minute: not at
 * once, since it may be under way. Both cases write, so the duration does not reveal whether the address has an account.
 */
export async function insertMail(tx: Transaction, mail: { kind: MailKind; address: string; language: MailLanguage }): Promise<void> {
  await tx.run(
    `insert into mail (kind, address, language, created_at, due_at, tries) values ($1, $2, $3, $4, $4, 0)
     on conflict (kind, address) do update set language = excluded.language, tries = 0,
       due_at = case when mail.due_at < excluded.due_at + 60000 then mail.due_at else excluded.due_at + 60000 end,
       created_at = case when mail.created_at < excluded.created_at then excluded.created_at else mail.created_at + 1 end`,
    mail.kind,
    mail.address,
    mail.language,
    tx.now,
  );
}

/** The count of waiting mails stops here. */
const maxCounted = 1_000;

/** The number of waiting mails, counted up to 1,000, and whether one is due. @param now ms since 1970 */
export async function readOutbox(reader: Reader, now: number): Promise<{ waiting: number; due: boolean }> {
  const row = await reader.get(
    `select count(*) as waiting, min(due_at) as due_at from (select due_at from mail order by due_at limit ${maxCounted}) as first`,
  );
  return { waiting: Number(row?.waiting ?? 0), due: row?.due_at != null && Number(row.due_at) <= now };
}

/**
 * Takes the mail that has waited longest, and sets the time of its next try, in case nobody confirms that it was sent: 1, 4, 9, … minutes
 * later. Several nodes never take the same mail at once.
 */
export async function takeDueMail(tx: Transaction): Promise<Mail | undefined> {
  const skipTaken = tx.forUpdate && `${tx.forUpdate} skip locked`;
  const row = await tx.get(
    `update mail set tries = tries + 1, due_at = $1 + 60000 * (tries + 1) * (tries + 1)
     where due_at <= $1 and id = (select id from mail where due_at <= $1 order by due_at, id limit 1${skipTaken})
     returning id, kind, address, language, tries, created_at as asked_at`,
    tx.now,
  );
  return row && toMail(row);
}

const toMail = objectsOf<Mail>({ tries: Number, asked_at: Number });

/**
 * Deletes a mail that was sent, or is given up, from the outbox. If it was requested again after it was taken, it stays and is due again:
 * the sent one may be out of date.
 */
export async function removeMail(tx: Transaction, _actor: Actor, { id, askedAt }: Pick<Mail, 'id' | 'askedAt'>): Promise<void> {
  const deleted = await tx.get('delete from mail where id = $1 and created_at = $2 returning id', id, askedAt);
  if (!deleted) await tx.run('update mail set due_at = $1, tries = 0 where id = $2', tx.now, id);
}

/** The condition under which an account gets a link at its address. */
const mayGet: Record<LinkPurpose, string> = { verify: 'verified_at is null', reset: 'password_hash is not null' };

/** The account of a link, the address of the mail, and the address that is stored with the token. */
export type Recipient = { accountId: bigint; to: string; email: string };

/**
 * The recipient of a link. A confirmation goes to an account whose address is not confirmed, or that has requested a change to this
 * address; a link for a new password to an account with a password. A suspended account gets neither.
 */
export async function findRecipient(tx: Transaction, purpose: LinkPurpose, address: string): Promise<Recipient | undefined> {
  const owner = await tx.get(
    `select id, email as address from "user" where normal_email = $1 and suspended_at is null and ${mayGet[purpose]}${tx.forUpdate}`,
    address,
  );
  if (owner) return toRecipient(owner, address);
  if (purpose !== 'verify') return undefined;
  const pending = await tx.get(
    `select id, pending_email as address from "user" where pending_email = $1 and suspended_at is null order by id limit 1${tx.forUpdate}`,
    address,
  );
  return pending && toRecipient(pending, address);
}

/** Of the accounts that request the same address, in capitals or not, only the last keeps its request. */
export async function clearOtherPending(tx: Transaction, accountId: bigint, normal: string): Promise<void> {
  await tx.run(
    'update "user" set pending_email = null, pending_normal_email = null where pending_normal_email = $1 and id <> $2',
    normal,
    accountId,
  );
}

function toRecipient(row: Row, email: string): Recipient {
  return { accountId: row.id as bigint, to: row.address as string, email };
}
