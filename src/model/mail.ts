import { linkPurposes } from './linkToken.ts';

export const mailKinds = [...linkPurposes, 'email-changed', 'password-changed', 'webhook-off'] as const;
export type MailKind = (typeof mailKinds)[number];

export const mailLanguages = ['es', 'en'] as const;
export type MailLanguage = (typeof mailLanguages)[number];

/** `tries` includes the current one; `askedAt` in ms since 1970. */
export type Mail = { id: bigint; kind: MailKind; address: string; language: MailLanguage; tries: number; askedAt: number };

/** The last try is 20 hours and 40 minutes after the first, by the pauses in `store/mail.ts`. */
export const maxTries = 16;

/** Counts of a node since its start; `waiting` is the outbox of all nodes, counted up to 1,000. */
export type MailFigures = { sent: number; failed: number; givenUp: number; waiting: number };
