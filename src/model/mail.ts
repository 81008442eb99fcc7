import { linkPurposes } from './linkToken.ts';

/** What mail is about: it carries a link, or says what happened. */
export const mailKinds = [...linkPurposes, 'email-changed', 'password-changed'] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailLanguages = ['es', 'en'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** A mail that waits to be sent. `tries` counts those made, the present one too; `askedAt` in ms since 1970. */
export type Mail = { id: bigint; kind: MailKind; address: string; language: MailLanguage; tries: number; askedAt: number };

/** The last try, 20 hours and 40 minutes after the first; see the pauses in `store/mail.ts`. */
export const maxTries = 16;

/** Mails that a node sent, tried in vain and gave up since its start; `waiting` in the outbox of all nodes, counted up to 1,000. */
export type MailFigures = { sent: number; failed: number; givenUp: number; waiting: number };
