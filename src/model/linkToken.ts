import { z } from 'zod';
import { randomDigits } from './base62.ts';
import { fieldError, invalidInput, type Problem } from './problem.ts';
import { boundedText } from './text.ts';

/** What is in a link that was sent by mail: 30 random base62 digits (178 bits) behind a prefix that scanners can look for. */
export const linkTokenPattern = /rkl_[0-9A-Za-z]{30}/;

export const linkPurposes = ['verify', 'reset'] as const;
export type LinkPurpose = (typeof linkPurposes)[number];

/**
 * How long a link works, in ms. A link for a new password gets 30 minutes, since mail that is held back once, as unknown
 * senders' often is, comes a quarter of an hour late; the 10 minutes of ASVS 6.5.5 are for codes short enough to guess.
 */
export const linkLife: Record<LinkPurpose, number> = { verify: 24 * 3_600_000, reset: 30 * 60_000 };

/** Whether a kind of mail carries a link. */
export function isLinkPurpose(kind: string): kind is LinkPurpose {
  return Object.hasOwn(linkLife, kind);
}

export function makeLinkToken(): string {
  return `rkl_${randomDigits(30)}`;
}

/** The page that a link opens. */
export function linkPath(purpose: LinkPurpose): string {
  return `/account/${purpose}`;
}

/**
 * Where a link leads. The token is in the fragment, which browsers send to no server, so that no log on the way holds one that works.
 *
 * @param publicUrl the service's address
 */
export function linkTo(publicUrl: string, purpose: LinkPurpose, token: string): string {
  return `${publicUrl}${linkPath(purpose)}#token=${token}`;
}

export const firstAdminPath = '/first-admin';

/** How long the address works by which the operator chooses name and password, in ms. */
export const firstAdminLife = 24 * 3_600_000;

/** The address by which the operator chooses name and password; its token is in the fragment too. */
export function firstAdminLink(publicUrl: string, token: string): string {
  return `${publicUrl}${firstAdminPath}#token=${token}`;
}

/** The token in what somebody pastes: a whole link, or the token alone. */
export function tokenIn(pasted: string): string {
  return linkTokenPattern.exec(pasted)?.[0] ?? '';
}

/** SHA-256 in hexadecimal, the only form of a token that is kept. */
export function hashLinkToken(token: string): string {
  return new Bun.CryptoHasher('sha256').update(token).digest('hex');
}

export const linkToken = boundedText(1, 100).meta({ description: 'What stands behind `token=` in the link', example: 'rkl_…' });

export const verification = z.strictObject({ token: linkToken }).meta({ id: 'Verification' });

/** One answer for every link that does not work, whatever the reason. */
export function deadLink(): Problem {
  return invalidInput(fieldError('/token', 'deadLink'));
}
