import type { Registry } from 'prom-client';
import type { MailFigures } from '../model/mail.ts';
import { readBackupNote } from '../store/backupNote.ts';
import type { DatabaseAddress } from '../store/open.ts';
import { countAtScrape, gaugeAtScrape } from './atScrape.ts';

/** @param figures undefined where no mail is sent */
export function mailMetrics(registry: Registry, figures: (() => MailFigures) | undefined): void {
  const read = (name: keyof MailFigures) => () => figures?.()[name] ?? 0;
  gaugeAtScrape(registry, 'rockola_mail_waiting', 'Mails that wait to be sent, up to 1,000.', read('waiting'));
  countAtScrape(registry, 'rockola_mail_sent_total', 'Mails that the mail server took.', read('sent'));
  countAtScrape(registry, 'rockola_mail_failed_total', 'Tries to send a mail that failed; it is tried again.', read('failed'));
  countAtScrape(registry, 'rockola_mail_given_up_total', 'Mails given up.', read('givenUp'));
}

/** What "rockola backup" has noted. */
export function backupMetrics(registry: Registry, database: DatabaseAddress): void {
  if (database.engine !== 'sqlite') return;
  const { path } = database;
  const seconds = (ms: number | undefined) => (ms ?? 0) / 1000;
  const gauge = (name: string, help: string, read: () => number) => gaugeAtScrape(registry, `rockola_backup_${name}`, help, read);
  gauge('last_success_timestamp_seconds', 'When the last backup was whole; 0: never.', () => seconds(readBackupNote(path).at));
  gauge('last_failure_timestamp_seconds', 'When a backup last failed; 0: never.', () => seconds(readBackupNote(path).failedAt));
  gauge('last_size_bytes', 'Size of the last whole backup.', () => readBackupNote(path).bytes ?? 0);
}
