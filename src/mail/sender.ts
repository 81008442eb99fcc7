import type { MailSettings } from '../config/config.ts';
import { system } from '../model/actor.ts';
import { hashLinkToken, makeLinkToken } from '../model/linkToken.ts';
import { type MailFigures, maxTries } from '../model/mail.ts';
import { Problem } from '../model/problem.ts';
import { readOutbox, type TakenMail } from '../operations/mail.ts';
import { writes } from '../operations/writes.ts';
import type { Log } from '../process/log.ts';
import { repeat } from '../process/repeat.ts';
import type { Store } from '../store/store.ts';
import { writeLetter } from './letter.tsx';
import { lanes, openTransport, type Transport } from './transport.ts';

export type Sender = {
  figures(): MailFigures;
  /** Takes no more mail, and gives what is under way a moment. What was not sent then is sent after the next start. */
  stop(): Promise<void>;
};

/** How often each node looks for mail that is due, in ms. */
const interval = 1_000;
/** What is under way when the service stops gets this long, in ms. */
const lastChance = 3_000;

type Desk = { store: Store; log: Log; publicUrl: string };
type Office = Desk & { figures: MailFigures };

/**
 * Sends what is in the outbox, while requests are served. A letter leaves the outbox only when the mail server has taken it, so one
 * may be sent twice, but none is lost; of two the newer link counts.
 */
export function startSender(desk: Desk, settings: MailSettings): Sender {
  const transport = openTransport(settings, desk.publicUrl);
  const figures: MailFigures = { sent: 0, failed: 0, givenUp: 0, waiting: 0 };
  const underWay = new Set<Promise<void>>();
  let stopping = false;

  /** Fills the lanes that are free: a letter over which the mail server is slow holds up no other. */
  async function look(): Promise<void> {
    const { waiting, due } = await desk.store.read(readOutbox, Date.now());
    figures.waiting = waiting;
    while (due && underWay.size < lanes) {
      const lane = sendUntilNoneIsDue().finally(() => underWay.delete(lane));
      underWay.add(lane);
    }
  }

  async function sendUntilNoneIsDue(): Promise<void> {
    try {
      while (!stopping && (await sendNext({ ...desk, figures }, transport)));
    } catch (error) {
      // A store that cannot be reached comes back.
      if (!(error instanceof Problem)) failed(error);
    }
  }

  const failed = (err: unknown) => desk.log.events.error({ err }, 'sending mail failed');
  const looks = repeat(look, interval, failed);
  const ended = async () => {
    await looks.stop();
    await Promise.all(underWay);
  };

  return {
    figures: () => figures,
    async stop() {
      stopping = true;
      await Promise.race([ended(), Bun.sleep(lastChance)]);
      transport.close();
      await ended();
    },
  };
}

/** @returns false where no mail was due */
async function sendNext({ store, log, publicUrl, figures }: Office, transport: Transport): Promise<boolean> {
  const token = makeLinkToken();
  const mail = await store.write(writes.takeMail, system, { tokenHash: hashLinkToken(token) });
  if (!mail) return false;
  const { id, kind, language, to, tries, askedAt } = mail;
  const line = { mail: String(id), kind, tries };
  if (to === null) {
    log.events.info(line, 'mail dropped: no account is to get it');
    return true;
  }
  try {
    await transport.send(to, writeLetter(kind, language, publicUrl, token));
    figures.sent++;
    log.events.info(line, 'mail sent');
  } catch (error) {
    const reason = reasonOf(error);
    const over = isOver(mail, reason);
    figures[over ? 'givenUp' : 'failed']++;
    log.events.warn({ ...line, ...reason }, over ? 'mail given up' : 'mail not sent; it will be tried again');
    if (!over) return true;
  }
  await store.write(writes.removeMail, system, { id, askedAt });
  return true;
}

type Reason = { reason: unknown; answer: unknown; command: unknown };

/** What the mail server says in words may repeat the address, so only codes are logged. */
function reasonOf(error: unknown): Reason {
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  return { reason: code, answer: responseCode, command };
}

/** RFC 5321 §4.2.1: what is answered with 5yz is not to be repeated; of other commands than RCPT it may be our settings that are wrong. */
function isOver({ tries }: TakenMail, { answer, command }: Reason): boolean {
  return tries >= maxTries || (command === 'RCPT TO' && Number(answer) >= 500);
}
