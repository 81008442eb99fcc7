import type { MailSettings } from '../config/config.ts';
import { system } from '../model/actor.ts';
import { hashLinkToken, makeLinkToken } from '../model/linkToken.ts';
import { type MailFigures, maxTries } from '../model/mail.ts';
import { Problem } from '../model/problem.ts';
import type { TakenMail } from '../operations/mail.ts';
import { writes } from '../operations/writes.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import { readOutbox } from '../store/mail.ts';
import type { Store } from '../store/store.ts';
import { writeLetter } from './letter.tsx';
import { maxConnections, openTransport, type Transport } from './transport.ts';

export type Sender = ReturnType<typeof startSender>;

/** The pause before a node checks again for due mail, in ms. */
const intervalMs = 1_000;
/** How long a stop waits for mails under way, in ms. */
const stopMs = 3_000;

type Services = { store: Store; log: Log; publicUrl: string };

/**
 * Sends the mail in the outbox. A mail leaves the outbox only when the mail server has accepted it: none is lost, but one may be sent
 * twice, and then only the newer link works.
 */
export function startSender(services: Services, settings: MailSettings) {
  const transport = openTransport(settings, services.publicUrl);
  const figures: MailFigures = { sent: 0, failed: 0, givenUp: 0, waiting: 0 };
  const underWay = new Set<Promise<void>>();
  let stopping = false;

  /** Starts one loop for each free connection, so that a mail that the server accepts slowly delays no other. */
  async function checkOutbox(): Promise<void> {
    const { waiting, due } = await services.store.read(readOutbox, Date.now());
    figures.waiting = waiting;
    while (due && underWay.size < maxConnections) {
      const sending = sendUntilNoneIsDue().finally(() => underWay.delete(sending));
      underWay.add(sending);
    }
  }

  async function sendUntilNoneIsDue(): Promise<void> {
    try {
      while (!stopping && (await sendNext({ ...services, figures }, transport)));
    } catch (error) {
      // A problem means that the store is out of reach now; the next round tries again.
      if (!(error instanceof Problem)) failed(error);
    }
  }

  const failed = (err: unknown) => services.log.events.error({ err }, 'sending mail failed');
  const checks = repeat(checkOutbox, intervalMs, failed);
  const ended = async () => {
    await checks.stop();
    await Promise.all(underWay);
  };

  return {
    figures: (): MailFigures => figures,
    /** Waits a moment for mails under way. Unsent mails are sent after the next start. */
    async stop(): Promise<void> {
      stopping = true;
      await Promise.race([ended(), Bun.sleep(stopMs)]);
      transport.close();
      await ended();
    },
  };
}

/** @returns false where no mail was due */
async function sendNext({ store, log, publicUrl, figures }: Services & { figures: MailFigures }, transport: Transport): Promise<boolean> {
  const token = makeLinkToken();
  const mail = await store.write(writes.takeMail, system, { tokenHash: hashLinkToken(token) });
  if (!mail) return false;
  const { id, kind, language, to, tries, askedAt } = mail;
  const line = { mail: String(id), kind, tries };
  if (to === null) {
    log.events.info(line, 'mail dropped: its account or link is gone');
    return true;
  }
  try {
    await transport.send(to, writeLetter(kind, language, publicUrl, token));
    figures.sent++;
    log.events.info(line, 'mail sent');
  } catch (error) {
    const reason = reasonOf(error);
    const givesUp = mustGiveUp(mail, reason);
    figures[givesUp ? 'givenUp' : 'failed']++;
    log.events.warn({ ...line, ...reason }, givesUp ? 'mail given up' : 'mail not sent; it will be tried again');
    if (!givesUp) return true;
  }
  await store.write(writes.removeMail, system, { id, askedAt });
  return true;
}

type Reason = { reason: unknown; answer: unknown; command: unknown };

/** Codes only: the reply text of the mail server may repeat the address. */
function reasonOf(error: unknown): Reason {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  return { reason: code, answer: responseCode, command };
}

/**
 * A 5yz reply is permanent (RFC 5321 §4.2.1). As a reply to other commands than RCPT it may be caused by our settings, so the mail is tried
 * again.
 */
function mustGiveUp({ tries }: TakenMail, { answer, command }: Reason): boolean {
  return tries >= maxTries || (command === 'RCPT TO' && Number(answer) >= 500);
}
