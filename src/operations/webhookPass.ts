import type { Actor } from '../model/actor.ts';
import { noChange, type Position, showPosition } from '../model/change.ts';
import { eventTypeOf, type Webhook } from '../model/webhook.ts';
import { accountExists } from '../store/account.ts';
import { type BriefChange, findChange, listBriefPast } from '../store/change.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { passOver } from '../store/webhook.ts';

/** Changes of one read of the log, which all webhooks with the same cursor share. */
const maxChanges = 1_000;
/** The pause of a webhook before its next read of the log, if the log has no matching change, in ms. */
const pause = 1_000;

/** `to`: the last change that the webhooks skip. `hasEvent`: whether the next change matches them. `isEnd`: whether the log ends there. */
export type Pass = { hooks: Webhook[]; from: Position; to: Position; hasEvent: boolean; isEnd: boolean };

export const hasFilter = ({ types, artist, user }: Webhook) => types.length > 0 || artist !== null || user !== null;

/** Finds the change up to which each webhook with filters may move its cursor. Webhooks with the same cursor share one read of the log. */
export async function readPasses(reader: Reader, hooks: Webhook[]): Promise<Pass[]> {
  const passes: Pass[] = [];
  for (const group of Map.groupBy(hooks, ({ after }) => showPosition(after)).values()) passes.push(...(await passesOf(reader, group)));
  return passes;
}

async function passesOf(reader: Reader, hooks: Webhook[]): Promise<Pass[]> {
  const from = hooks[0]?.after ?? noChange;
  // In a restored store this change may be another one. Then reading the events fails, and the webhook is turned off.
  const isLost = from.seq > 0n && (await findChange(reader, from.seq))?.at !== from.at;
  if (isLost) return [{ hooks, from, to: from, hasEvent: true, isEnd: false }];
  const changes = await listBriefPast(reader, 'asc', from.seq, maxChanges, {});
  const isEnd = changes.length < maxChanges;
  const exists = await existingAccounts(reader, hooks);
  const byFirstMatch = Map.groupBy(hooks, (hook) => (exists(hook.user) ? changes.findIndex((change) => isFor(hook, change)) : -1));
  return [...byFirstMatch].map(([first, group]) => {
    const last = changes.at(first < 0 ? -1 : first - 1);
    const to = first === 0 || !last ? from : { seq: last.seq, at: last.at };
    return { hooks: group, from, to, hasEvent: first >= 0, isEnd };
  });
}

/** A webhook for a removed account gets no events: changes are shown without the removed account that made them. */
async function existingAccounts(reader: Reader, hooks: Webhook[]): Promise<(user: bigint | null) => boolean> {
  const gone = new Set<bigint>();
  for (const user of new Set(hooks.map((hook) => hook.user))) if (user !== null && !(await accountExists(reader, user))) gone.add(user);
  return (user) => user === null || !gone.has(user);
}

function isFor({ types, artist, user }: Webhook, change: BriefChange): boolean {
  if (artist !== null && change.about !== artist) return false;
  if (user !== null && change.accountId !== user) return false;
  return types.length === 0 || types.includes(eventTypeOf(change));
}

/** Moves the cursors of webhooks forward without a call. */
export async function passWebhooks(tx: Transaction, _actor: Actor, passes: Pass[]): Promise<void> {
  for (const { hooks, from, to, hasEvent, isEnd } of passes) {
    const dueAt = hasEvent || !isEnd ? tx.now : tx.now + pause;
    await passOver(tx, { ids: hooks.map(({ id }) => id), from, to, dueAt });
  }
}
