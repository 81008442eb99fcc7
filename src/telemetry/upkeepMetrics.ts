import type { Registry } from 'prom-client';
import type { MailFigures } from '../model/mail.ts';
import { readBackupNote } from '../store/backupNote.ts';
import type { DatabaseAddress } from '../store/open.ts';
import { countAtScrape, gaugeAtScrape } from './atScrape.ts';

/** @param figures undefined where the service sends no mail */
export function mailMetrics(registry: Registry, figures: (() => MailFigures) | undefined): void {
  const read = (name: keyof MailFigures) => () => figures?.()[name] ?? 0;
  gaugeAtScrape(registry, 'rockola_mail_waiting', 'Mails that wait to be sent, up to 1,000.', read('waiting'));
  countAtScrape(registry, 'rockola_mail_sent_total', 'Mails that the mail server accepted.', read('sent'));
  countAtScrape(registry, 'rockola_mail_failed_total', 'Failed attempts to send a mail, which is tried again.', read('failed'));
  countAtScrape(registry, 'rockola_mail_given_up_total', 'Mails given up.', read('givenUp'));
}

/** From the note of `rockola backup` next to the store. */
export function backupMetrics(registry: Registry, database: DatabaseAddress): void {
  if (database.engine !== 'sqlite') return;
  const { path } = database;
  const seconds = (ms: number | undefined) => (ms ?? 0) / 1000;
  const gauge = (name: string, help: string, read: () => number) => gaugeAtScrape(registry, `rockola_backup_${name}`, help, read);
  gauge('last_success_timestamp_seconds', 'Time of the last good backup; 0: never.', () => seconds(readBackupNote(path).at));
  gauge('last_failure_timestamp_seconds', 'Time of the last failed backup; 0: never.', () => seconds(readBackupNote(path).failedAt));
  gauge('last_size_bytes', 'Size of the last good backup.', () => readBackupNote(path).bytes ?? 0);
}
