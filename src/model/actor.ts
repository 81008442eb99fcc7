import { insufficientScope } from './challenge.ts';

export const roles = ['reader', 'member', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const scopes = ['artists:read', 'artists:write', 'albums:write', 'account', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Who acts: a user through a credential (which may narrow the rights), or the service itself with no user id. */
export type Actor = {
  accountId: bigint | null;
  role: Role;
  scopes: readonly Scope[];
  /** The login behind the credential, where there is one. */
  sessionId: bigint | null;
  /** The API key that was sent, where one was. */
  keyId: bigint | null;
  /** Whether the e-mail address is confirmed, where the operator demands that. */
  confirmation?: 'given' | 'lacking';
  /** Gets every right that is demanded and given, where what comes of it is kept. */
  demanded?: Right[];
};

const nobody = { accountId: null, sessionId: null, keyId: null };

/** The service's own hand: first start and the operator's commands. */
export const system: Actor = { ...nobody, role: 'admin', scopes };

export const anonymous: Actor = { ...nobody, role: 'reader', scopes: ['artists:read'] };

/** What each right takes of an account and of the key it comes with. `catalogue`: whether it is to change the catalogue. */
export const rights = {
  'write artists': { role: 'member', scope: 'artists:write', catalogue: true },
  'delete artists': { role: 'editor', scope: 'artists:write', catalogue: true },
  'write albums': { role: 'member', scope: 'albums:write', catalogue: true },
  'delete albums': { role: 'editor', scope: 'albums:write', catalogue: true },
  'read deleted': { role: 'editor', scope: 'artists:read', catalogue: false },
  'manage own account': { role: 'reader', scope: 'account', catalogue: false },
  administer: { role: 'admin', scope: 'admin', catalogue: false },
} as const satisfies Record<string, { role: Role; scope: Scope; catalogue: boolean }>;

export type Right = keyof typeof rights;

/** What an account may do before its address is confirmed: it must be able to confirm it. */
const openToUnconfirmed: readonly Scope[] = ['account', 'artists:read'];

/** The scopes that are good for something to an account with a role. */
export function scopesFor(role: Role): Scope[] {
  const open = Object.values(rights).filter((right) => roles.indexOf(right.role) <= roles.indexOf(role));
  return scopes.filter((scope) => open.some((right) => right.scope === scope));
}

/** @throws Problem `forbidden`, saying how it would be allowed, where the actor lacks the right */
export function require(actor: Actor, right: Right): void {
  const { role, scope } = rights[right];
  if (!actor.scopes.includes(scope)) throw insufficientScope(`The key lacks the scope ${scope}; use one that has it.`, scope);
  if (actor.confirmation === 'lacking' && !openToUnconfirmed.includes(scope)) {
    throw insufficientScope('Confirm your e-mail address first: open the link that was sent to it, or ask for another.', scope);
  }
  if (roles.indexOf(actor.role) < roles.indexOf(role)) {
    throw insufficientScope(
      `The right to ${right} needs the role ${role}; this account has the role ${actor.role}. An administrator can change that.`,
      scope,
    );
  }
  actor.demanded?.push(right);
}

/** Whether the actor has a right, as far as is known before a transaction. */
export function may(actor: Actor, right: Right): boolean {
  try {
    require({ ...actor, demanded: [] }, right);
    return true;
  } catch {
    return false;
  }
}

/** A key gets no scope that its maker lacks. @throws Problem `forbidden` naming the scopes that the actor lacks */
export function requireScopes(actor: Actor, wanted: readonly Scope[]): void {
  const lacking = wanted.filter((scope) => !actor.scopes.includes(scope));
  if (lacking.length === 0) return;
  throw insufficientScope(
    `A key cannot have more scopes than the credential that makes or changes it; this one lacks ${lacking.join(', ')}.`,
    lacking.join(' '),
  );
}

/** The account of who acts, from the credential and nowhere else. @throws Problem `forbidden` */
export function ownId(actor: Actor): bigint {
  require(actor, 'manage own account');
  if (actor.accountId === null) throw new Error('the service has no account of its own');
  return actor.accountId;
}
