import { maxAttempts, type WebhookAttempt } from '../model/webhookAttempt.ts';
import { insertRow, objectsOf } from './rows.ts';
import type { Reader, Transaction } from './store.ts';

/** Stores an attempt. Deletes the oldest attempts of the webhook when more than `maxAttempts` are stored. */
export async function insertAttempt(tx: Transaction, webhookId: bigint, attempt: WebhookAttempt): Promise<void> {
  await insertRow(tx, 'webhook_attempt', { webhook_id: webhookId, ...attempt });
  await tx.run(
    `delete from webhook_attempt where webhook_id = $1 and id <= (
       select id from webhook_attempt where webhook_id = $1 order by id desc limit 1 offset ${maxAttempts})`,
    webhookId,
  );
}

/** The newest first. */
export async function listAttempts(reader: Reader, webhookId: bigint): Promise<WebhookAttempt[]> {
  const rows = await reader.all(
    `select event, type, at, ms, status, failure from webhook_attempt where webhook_id = $1 order by id desc limit ${maxAttempts}`,
    webhookId,
  );
  return rows.map(objectsOf<WebhookAttempt>({ at: Number, ms: Number, status: Number }));
}
