import { z } from 'zod';
import { fieldError, invalidInput, type Problem } from './problem.ts';
import { randomDigits } from './secret.ts';
import { boundedText } from './text.ts';

/** 30 random base62 digits (178 bits) behind a prefix that secret scanners find. */
export const linkTokenPattern = /rkl_[0-9A-Za-z]{30}/;

export const linkPurposes = ['verify', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * Lifetime in ms. A link for a new password gets 30 minutes: greylisting delays mail of unknown senders by a quarter of an hour. The 10
 * minutes of ASVS 6.5.5 are for codes short enough to guess.
 */
export const linkLife: Record<LinkPurpose, number> = { verify: 24 * 3_600_000, reset: 30 * 60_000 };

export function isLinkPurpose(kind: string): kind is LinkPurpose {
  return Object.hasOwn(linkLife, kind);
}

export function makeLinkToken(): string {
  return `rkl_${randomDigits(30)}`;
}

export function linkPath(purpose: LinkPurpose): string {
  return `/account/${purpose}`;
}

/** The token is in the fragment, which browsers send to no server, so no log contains it. */
export function linkTo(publicUrl: string, purpose: LinkPurpose, token: string): string {
  return `${publicUrl}${linkPath(purpose)}#token=${token}`;
}

export const firstAdminPath = '/first-admin';

/** Lifetime in ms. */
export const firstAdminLife = 24 * 3_600_000;

export function firstAdminLink(publicUrl: string, token: string): string {
  return `${publicUrl}${firstAdminPath}#token=${token}`;
}

/** Reads a pasted link, or a token alone. */
export function tokenIn(pasted: string): string {
  return linkTokenPattern.exec(pasted)?.[0] ?? '';
}

/** SHA-256 in hexadecimal, the only stored form. */
export function hashLinkToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

export const linkToken = boundedText(1, 100).meta({ description: 'What stands behind `token=` in the link', example: 'rkl_…' });

export const verification = z.strictObject({ token: linkToken }).meta({ id: 'Verification' });

/** The same for every link that does not work, whatever the reason. */
export function deadLink(): Problem {
  return invalidInput(fieldError('/token', 'deadLink'));
}
