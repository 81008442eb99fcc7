import { z } from 'zod';
import type { Role } from './actor.ts';
import { id } from './int64.ts';
import { showMembers } from './showMembers.ts';
import { codePoints } from './text.ts';
import { time } from './time.ts';

/** Read at each check of credentials; times in ms since 1970. */
export type AccountStatus = { role: Role; verifiedAt: number | null; suspendedAt: number | null };

/** A login; times in ms since 1970. */
export type Session = AccountStatus & {
  id: bigint;
  accountId: bigint;
  device: string;
  createdAt: number;
  expiresAt: number;
  endedAt: number | null;
  lastUsedAt: number | null;
};

export const sessionShape = z
  .strictObject({
    id,
    device: z.string().meta({ description: 'What the program that logged in called itself', example: 'Mozilla/5.0 (X11; Linux x86_64)' }),
    created_at: time,
    last_used_at: time.nullable().meta({ description: 'To the minute, or null' }),
    expires_at: time,
    current: z.boolean().meta({ description: 'Whether this request came with it' }),
  })
  .meta({ id: 'Session' });

export function showSession(session: Session, current: bigint | null): z.infer<typeof sessionShape> {
  return showMembers(sessionShape, { ...session, current: session.id === current });
}

const maxDeviceLength = 200;

/** The stored part of a user agent: enough to recognise one's own devices, without control characters. */
export function deviceOf(userAgent: string | null): string {
  const text = (userAgent ?? '').replace(/\p{C}/gu, '').trim();
  return codePoints(text) <= maxDeviceLength ? text : [...text].slice(0, maxDeviceLength).join('');
}
