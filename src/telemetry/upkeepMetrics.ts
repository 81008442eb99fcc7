import type { Registry } from 'prom-client';
import type { MailFigures } from '../model/mail.ts';
import type { WebhookFigures } from '../model/webhook.ts';
import { readBackupNote } from '../store/backupNote.ts';
import type { DatabaseAddress } from '../store/open.ts';
import { atScrape } from './atScrape.ts';

/** @param figures undefined where the service sends no mail */
export function mailMetrics(registry: Registry, figures: (() => MailFigures) | undefined): void {
  const { gauge, count } = atScrape(registry);
  const read = (name: keyof MailFigures) => () => figures?.()[name] ?? 0;
  gauge('mail_waiting', 'Mails that wait to be sent, up to 1,000.', read('waiting'));
  count('mail_sent_total', 'Mails that the mail server accepted.', read('sent'));
  count('mail_failed_total', 'Failed attempts to send a mail, which is tried again.', read('failed'));
  count('mail_given_up_total', 'Mails given up.', read('givenUp'));
}

/** @param figures undefined where the service calls no webhooks */
export function webhookMetrics(registry: Registry, figures: (() => WebhookFigures) | undefined): void {
  const { gauge, count } = atScrape(registry);
  const read = (name: keyof WebhookFigures) => () => figures?.()[name] ?? 0;
  gauge('webhooks_under_way', 'Webhooks that are called now.', read('underWay'));
  gauge('webhooks_waiting', 'Webhooks whose target or account has no free place.', read('waiting'));
  count('webhook_calls_accepted_total', 'Calls of webhooks answered by a 2xx.', read('accepted'));
  count('webhook_calls_failed_total', 'Calls of webhooks that failed.', read('failed'));
}

/** Reads the note that `rockola backup` writes next to the store. */
export function backupMetrics(registry: Registry, database: DatabaseAddress): void {
  if (database.engine !== 'sqlite') return;
  const { path } = database;
  const seconds = (ms: number | undefined) => (ms ?? 0) / 1000;
  const { gauge } = atScrape(registry);
  gauge('backup_last_success_timestamp_seconds', 'Time of the last good backup; 0: never.', () => seconds(readBackupNote(path).at));
  gauge('backup_last_failure_timestamp_seconds', 'Time of the last failed backup; 0: never.', () => seconds(readBackupNote(path).failedAt));
  gauge('backup_last_size_bytes', 'Size of the last good backup.', () => readBackupNote(path).bytes ?? 0);
}
