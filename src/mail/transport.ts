import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/config.ts';
import type { Letter } from './letter.tsx';

/** Letters under way at once, each on a connection that is kept for the next. */
export const lanes = 4;

/**
 * How long the mail server may take for a letter as a whole, for it may trickle its answers, in ms: less than the minute after which
 * `store/mail.ts` lets others take it.
 */
const longest = 45_000;
/** And how long to be found and reached, to greet, and to answer each time. */
const times = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export type Transport = {
  /** Resolves once the mail server has taken the letter. */
  send(to: string, letter: Letter): Promise<void>;
  /** Ends the connections, those that deliver too. */
  close(): void;
};

/** @param publicUrl names the host in message ids */
export function openTransport({ url, from }: MailSettings, publicUrl: string): Transport {
  // A password must not go over the wire in clear because someone on the way took STARTTLS out of the greeting.
  const requireTLS = new URL(url).username !== '' && !/[?&]ignoreTLS=true/.test(url);
  const smtp = createTransport({ url, requireTLS, pool: true, maxConnections: lanes, maxRequeues: 0, ...times });
  const { hostname } = new URL(publicUrl);
  return {
    async send(to, { subject, text, html }) {
      await smtp.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${crypto.randomUUID()}@${hostname}>`,
        // RFC 3834 §5: so that no holiday notice answers.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(longest),
      });
    },
    close: () => smtp.close({ force: true }),
  };
}
