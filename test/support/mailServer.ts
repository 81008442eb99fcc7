import { SMTPServer } from 'smtp-server';
import { until } from '../faults/until.ts';

export type ReceivedMail = { to: string[] /** Unfolded. */; headers: string; subject: string; text: string; html: string };

/** A real mail server on this machine, which stores its mail. */
export type MailServer = {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Waits for a mail to an address, and returns each mail once. */
  next(to: string): Promise<ReceivedMail>;
  /** Makes the server refuse recipients permanently, temporarily, or not. */
  refuse(code: 550 | 451 | undefined): void;
  /** Makes the server take `ms` longer for each mail. */
  slow(ms: number): void;
  /** Delays mail to an address. @returns a function that lets it through */
  hold(to: string): () => void;
  stop(): Promise<void>;
};

/** Settings of a service that sends mail through this server. Links in its mail have another address than the service. */
export function mailThrough(url: string) {
  return { SMTP_URL: url, ROCKOLA_MAIL_FROM: 'Rockola <rockola@example.org>', ROCKOLA_PUBLIC_URL: 'https://rock.example.org' };
}

/** @param port 0 for any free one */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const taken = new Set<ReceivedMail>();
  let refusal: number | undefined;
  let delay = 0;
  const held = new Map<string, Promise<void>>();
  const server = new SMTPServer({
    authOptional: true,
    // The pooled connections of the service would delay `stop`.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onRcptTo(_address, _session, done) {
      done(refusal ? Object.assign(new Error('no such mailbox'), { responseCode: refusal }) : undefined);
    },
    async onData(stream, session, done) {
      const raw = await new Response(stream as unknown as ReadableStream).text();
      await Bun.sleep(delay);
      const to = session.envelope.rcptTo.map(({ address }) => address);
      for (const address of to) await held.get(address);
      mails.push({ to, ...parseMail(raw) });
      done();
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const bound = (server.server.address() as { port: number }).port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    port: bound,
    mails,
    async next(to) {
      const untaken = () => mails.find((mail) => mail.to.includes(to) && !taken.has(mail));
      await until(() => untaken() !== undefined, `no mail to ${to}`);
      const mail = untaken() as ReceivedMail;
      taken.add(mail);
      return mail;
    },
    refuse(code) {
      refusal = code;
    },
    slow(ms) {
      delay = ms;
    },
    hold(to) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(to, promise);
      return resolve;
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** The token in a mail's link. */
export function tokenIn({ text }: ReceivedMail): string {
  const token = /#token=(rkl_[0-9A-Za-z]{30})$/m.exec(text)?.[1];
  if (!token) throw new Error(`no link in:\n${text}`);
  return token;
}

/** Parses the service's mail: one text and one HTML part (RFC 2045, RFC 2047). */
function parseMail(raw: string): Omit<ReceivedMail, 'to'> {
  const end = raw.indexOf('\r\n\r\n');
  const headers = raw.slice(0, end).replace(/\r\n[ \t]+/g, ' ');
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = raw.slice(end).split(`--${boundary}`);
  const part = (type: string) => decodePart(parts.find((part) => part.includes(`Content-Type: ${type}`)) ?? '');
  const subject = decodeWords(/^Subject: (.*)$/m.exec(headers)?.[1] ?? '');
  return { headers, subject, text: part('text/plain').replaceAll('\r\n', '\n'), html: part('text/html') };
}

function decodePart(part: string): string {
  const body = part.slice(part.indexOf('\r\n\r\n') + 4);
  if (/Transfer-Encoding: base64/i.test(part)) return Buffer.from(body, 'base64').toString();
  return /Transfer-Encoding: quoted-printable/i.test(part) ? decodeQuoted(body.replace(/=\r\n/g, '')) : body;
}

function decodeQuoted(text: string): string {
  return Buffer.from(
    text.replace(/=([\dA-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
}

function decodeWords(text: string): string {
  return text
    .replace(/\?= +=\?/g, '?==?')
    .replace(/=\?UTF-8\?([QB])\?([^?]*)\?=/gi, (_, kind, word) =>
      /q/i.test(kind) ? decodeQuoted(word.replaceAll('_', ' ')) : Buffer.from(word, 'base64').toString(),
    );
}
