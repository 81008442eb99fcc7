import type { Position } from '../model/change.ts';
import type { SeekSlice } from '../model/page.ts';
import { portOf } from '../model/targetUrl.ts';
import type { OffReason, Webhook, WebhookChoice, WebhookState } from '../model/webhook.ts';
import { toPosition } from './change.ts';
import { elementsOf, idsIn, jsonOf } from './elements.ts';
import { insertReturning, isOne, objectsOf, type PageOfAccount, readSlice, updateRow, wordsIn } from './rows.ts';
import type { Reader, Row, Transaction, Value } from './store.ts';

const columns = `id, user_id, url, target, types, artist_id, changed_by, payload, per, state, reason, seq, at, tries,
  failing_since, due_at, test, created_at`;

export async function insertWebhook(
  tx: Transaction,
  { accountId, secret, after, ...choice }: WebhookChoice & { accountId: bigint; secret: string; after: Position },
): Promise<bigint> {
  const { now: created_at } = tx;
  const state = { state: 'verifying', tries: 0, due_at: created_at, leased_until: 0, test: 0 };
  const row = await insertReturning(
    tx,
    'webhook',
    { user_id: accountId, ...columnsOf(choice), secret, ...state, seq: after.seq, at: after.at, created_at },
    'returning id',
  );
  return row?.id as bigint;
}

function columnsOf({ url, types, artist, user, payload, per }: WebhookChoice): Record<string, Value> {
  return { url, target: targetOf(url), types: types.join(' '), artist_id: artist, changed_by: user, payload, per };
}

function targetOf(url: string): string {
  const parsed = new URL(url);
  return `${parsed.hostname}:${portOf(parsed)}`;
}

export async function findWebhookOf(reader: Reader, accountId: bigint, id: bigint): Promise<Webhook | undefined> {
  const row = await reader.get(`select ${columns} from webhook where user_id = $1 and id = $2`, accountId, id);
  return row && toWebhook(row);
}

export function listWebhooksOf(reader: Reader, { accountId, page }: PageOfAccount): Promise<SeekSlice<Webhook>> {
  const list = { select: `select ${columns} from webhook`, where: 'user_id = $1', toObject: toWebhook };
  return readSlice(reader, list, [accountId], page);
}

export async function countWebhooksOf(reader: Reader, accountId: bigint): Promise<bigint> {
  const row = await reader.get('select count(*) as hooks from webhook where user_id = $1', accountId);
  return row?.hooks as bigint;
}

/** Ends the lease 1 ms earlier. Since a lease is known by its end, a call under way loses it, and its outcome is not stored. */
const spoilLease = 'leased_until = leased_until - 1';

/** @param verifies whether the address has changed, and must be verified again */
export async function updateWebhook(tx: Transaction, id: bigint, choice: WebhookChoice, verifies: boolean): Promise<void> {
  await updateRow(tx, 'webhook', id, columnsOf(choice));
  if (verifies) await restartWebhook(tx, id, 'verifying');
  else await tx.run(`update webhook set ${spoilLease} where id = $1`, id);
}

/** Clears all failures of a webhook. */
export async function restartWebhook(tx: Transaction, id: bigint, state: WebhookState, after?: Position): Promise<void> {
  await tx.run(
    `update webhook set state = $1, reason = null, tries = 0, failing_since = null, failed_seq = null, failed_at = null, test = 0,
       due_at = $2, ${spoilLease}
     where id = $3`,
    ...[state, tx.now, id],
  );
  if (after) await tx.run('update webhook set seq = $1, at = $2 where id = $3', after.seq, after.at, id);
}

/** The last change of the failing event; undefined if none fails. */
export async function findFailed(reader: Reader, id: bigint): Promise<Position | undefined> {
  const row = await reader.get('select failed_seq as seq, failed_at as at from webhook where id = $1 and failed_seq is not null', id);
  return row && toPosition(row);
}

/** @param formerUntil until when the former secret signs too, in ms since 1970 */
export async function replaceSecret(tx: Transaction, id: bigint, secret: string, formerUntil: number): Promise<void> {
  await tx.run('update webhook set former_secret = secret, former_until = $1, secret = $2 where id = $3', formerUntil, secret, id);
}

/** @param isAsked whether a test call is to be made */
export async function setTest(tx: Transaction, id: bigint, isAsked: boolean): Promise<void> {
  await updateRow(tx, 'webhook', id, { test: isAsked ? 1 : 0 });
}

/** Deletes a webhook with its attempts. */
export async function deleteWebhook(tx: Transaction, id: bigint): Promise<void> {
  await tx.run('delete from webhook where id = $1', id);
}

const mayCall = 'exists (select 1 from "user" u where u.id = webhook.user_id and u.suspended_at is null)';

export type Due = { now: number; newest: bigint; busy: string[]; limit: number };

const activeWhere = (test: string) => `select id from webhook where state = 'active' and due_at <= $1 and seq ${test}`;
/** An idle webhook is in no range, so it costs nothing. A cursor after the end of the log (`> $2`) means that the store lost changes. */
const due = `${activeWhere('< $2')} union all ${activeWhere('> $2')} union all
  select id from webhook where (state = 'verifying' or test = 1) and (test = 1 or due_at <= $1)`;

/** Webhooks with something to send, those that have waited longest first, without those of busy targets. @param now ms since 1970 */
export async function listDueWebhooks(reader: Reader, { now, newest, busy, limit }: Due): Promise<Webhook[]> {
  const rows = await reader.all(
    `select ${columns} from webhook
     where id in (${due}) and leased_until <= $1 and target not in ${elementsOf(reader, '$3')} and ${mayCall}
     order by due_at, id limit $4`,
    ...[now, newest, JSON.stringify(busy), limit],
  );
  return rows.map(toWebhook);
}

/** A webhook that only one node may call until the lease ends, and its secrets. */
export type Leased = { hook: Webhook; lease: number; secrets: string[] };

/** @returns undefined if another node calls the webhook, or none may call it now */
export async function leaseWebhook(tx: Transaction, id: bigint, until: number): Promise<Leased | undefined> {
  const row = await tx.get(
    `update webhook set leased_until = $1 where id = $2 and leased_until <= $3 and (state <> 'off' or test = 1) and ${mayCall}
     returning ${columns}, secret, former_secret, former_until`,
    ...[until, id, tx.now],
  );
  if (!row) return undefined;
  const { secret, former_secret, former_until, ...hook } = row;
  const former = Number(former_until ?? 0) > tx.now ? [former_secret as string] : [];
  return { hook: toWebhook(hook), lease: until, secrets: [secret as string, ...former] };
}

/** Ends or renews a lease. @returns the webhook; undefined if the lease is lost, or no node may call it now */
export async function renewLease(tx: Transaction, id: bigint, lease: number, until: number): Promise<Webhook | undefined> {
  const row = await tx.get(
    `update webhook set leased_until = $1 where id = $2 and leased_until = $3 and ${mayCall} returning ${columns}`,
    ...[until, id, lease],
  );
  return row && toWebhook(row);
}

export type Passing = { ids: bigint[]; from: Position; to: Position; dueAt: number };

/** Moves the cursors of webhooks forward without a call, except of those that are being called or have been moved since. */
export async function passOver(tx: Transaction, { ids, from, to, dueAt }: Passing): Promise<void> {
  await tx.run(
    `update webhook set seq = $1, at = $2, due_at = $3
     where id in ${idsIn(tx, '$4')} and seq = $5 and at = $6 and leased_until <= $7 and state = 'active'`,
    ...[to.seq, to.at, dueAt, jsonOf(ids), from.seq, from.at, tx.now],
  );
}

export async function noteSuccess(tx: Transaction, id: bigint, after: Position): Promise<void> {
  await tx.run(
    `update webhook set state = 'active', tries = 0, failing_since = null, failed_seq = null, failed_at = null, seq = $1, at = $2, due_at = $3
     where id = $4`,
    ...[after.seq, after.at, tx.now, id],
  );
}

/** @param upTo the last change of the event, for an event of the log */
export async function noteFailure(tx: Transaction, id: bigint, dueAt: number, upTo: Position | undefined): Promise<void> {
  await tx.run(
    `update webhook set tries = tries + 1, failing_since = coalesce(failing_since, $1), due_at = $2, failed_seq = $3, failed_at = $4
     where id = $5`,
    ...[tx.now, dueAt, upTo?.seq ?? null, upTo?.at ?? null, id],
  );
}

export async function turnOff(tx: Transaction, id: bigint, reason: OffReason): Promise<void> {
  await tx.run(
    `update webhook set state = 'off', reason = $1, failing_since = coalesce(failing_since, $2) where id = $3`,
    reason,
    tx.now,
    id,
  );
}

const times = { failing_since: Number, due_at: Number, created_at: Number };
const toFields = objectsOf<Omit<Webhook, 'after'>>({ ...times, types: wordsIn, tries: Number, test: isOne });

function toWebhook({ seq, at, artist_id, changed_by, ...row }: Row): Webhook {
  const fields = toFields({ ...row, artist: artist_id as bigint | null, user: changed_by as bigint | null });
  return { ...fields, after: toPosition({ seq, at } as Row) };
}
