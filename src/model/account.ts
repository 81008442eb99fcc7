import type { Role, Scope } from './actor.ts';
import type { User } from './user.ts';

/** A user as the service keeps it. `passwordHash` is an argon2id PHC string, null for an account nobody can log in to. */
export type Account = User & { passwordHash: string | null; role: Role };

/** A login and how long it holds; times in ms since 1970. */
export type Session = { id: bigint; userId: bigint; expiresAt: number; endedAt: number | null; role: Role };

/** An API key as the service keeps it: never the key, only its SHA-256. `sessionId` where a login made it. */
export type ApiKey = {
  id: bigint;
  userId: bigint;
  sessionId: bigint | null;
  name: string;
  scopes: Scope[];
  expiresAt: number | null;
  revokedAt: number | null;
  role: Role;
};
