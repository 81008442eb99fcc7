import { createTransport } from 'nodemailer';
import type { MailSettings } from '../config/config.ts';
import type { Letter } from './letter.tsx';

/** The most mails that are sent at once, each on a connection that is reused. */
export const maxConnections = 4;

/** The time limit of a whole mail, in ms: less than the minute after which `store/mail.ts` lets another node send it. */
const timeoutMs = 45_000;
/** The time limit of each step, in ms. */
const stepTimeouts = { dnsTimeout: 5_000, connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export type Transport = ReturnType<typeof openTransport>;

/** @param publicUrl its host is part of the message ids */
export function openTransport({ url, from }: MailSettings, publicUrl: string) {
  // An attacker in the middle can remove STARTTLS from the greeting; the password must not be sent in clear then.
  const requireTLS = new URL(url).username !== '' && !/[?&]ignoreTLS=true/.test(url);
  const smtp = createTransport({ url, requireTLS, pool: true, maxConnections, maxRequeues: 0, ...stepTimeouts });
  const { hostname } = new URL(publicUrl);
  return {
    /** Resolves once the mail server has accepted the mail. */
    async send(to: string, { subject, text, html }: Letter): Promise<void> {
      await smtp.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${crypto.randomUUID()}@${hostname}>`,
        // No automatic replies (RFC 3834 §5).
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        signal: AbortSignal.timeout(timeoutMs),
      });
    },
    /** Closes all connections, also those in use. */
    close: (): void => smtp.close({ force: true }),
  };
}
