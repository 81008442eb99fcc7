import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';
/** The specification asks for 24 to 64. */
const secretBytes = 32;

/** Standard Webhooks, "Signature scheme": a prefix and the key in base64. */
export function makeWebhookSecret(): string {
  return prefix + randomBytes(secretBytes).toString('base64');
}

/** The signatures of a message, one for each secret, in the form of Standard Webhooks. @param seconds since 1970, of the attempt */
export function signaturesOf(secrets: string[], id: string, seconds: number, body: string): string {
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(prefix.length), 'base64')).update(`${id}.${seconds}.${body}`);
  return secrets.map((secret) => `v1,${sign(secret).digest('base64')}`).join(' ');
}
