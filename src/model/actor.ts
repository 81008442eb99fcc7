import { insufficientScope } from './challenge.ts';
import { detailOf, type Fault } from './fault.ts';
import type { Problem } from './problem.ts';

export const roles = ['reader', 'member', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const scopes = ['artists:read', 'artists:write', 'albums:write', 'account', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** The account that acts, with the rights of its credential. Without an account, the service itself acts. */
export type Actor = {
  accountId: bigint | null;
  role: Role;
  scopes: readonly Scope[];
  sessionId: bigint | null;
  keyId: bigint | null;
  /** Whether the e-mail address is confirmed, where the operator requires that. */
  confirmation?: 'given' | 'lacking';
  /** Collects the rights that were checked, to store them with the outcome under an idempotency key. */
  demanded?: Right[];
};

const nobody = { accountId: null, sessionId: null, keyId: null };

/** Acts at the first start and for the operator's commands. */
export const system: Actor = { ...nobody, role: 'admin', scopes };

export const anonymous: Actor = { ...nobody, role: 'reader', scopes: ['artists:read'] };

/** The role and the scope that each right requires. `catalogue`: the right changes the catalogue. */
export const rights = {
  'write artists': { role: 'member', scope: 'artists:write', catalogue: true },
  'delete artists': { role: 'editor', scope: 'artists:write', catalogue: true },
  'import, undo and hide': { role: 'editor', scope: 'artists:write', catalogue: true },
  'write albums': { role: 'member', scope: 'albums:write', catalogue: true },
  'delete albums': { role: 'editor', scope: 'albums:write', catalogue: true },
  'read deleted': { role: 'editor', scope: 'artists:read', catalogue: false },
  'manage own account': { role: 'reader', scope: 'account', catalogue: false },
  administer: { role: 'admin', scope: 'admin', catalogue: false },
} as const satisfies Record<string, { role: Role; scope: Scope; catalogue: boolean }>;

export type Right = keyof typeof rights;

/** Scopes that work before the address is confirmed: the account must be able to confirm it. */
const openToUnconfirmed: readonly Scope[] = ['account', 'artists:read'];

export function scopesFor(role: Role): Scope[] {
  const open = Object.values(rights).filter((right) => roles.indexOf(right.role) <= roles.indexOf(role));
  return scopes.filter((scope) => open.some((right) => right.scope === scope));
}

/** @throws Problem `forbidden` with advice, where the actor lacks the right */
export function requireRight(actor: Actor, right: Right): void {
  const refusal = refusalOf(actor, right);
  if (refusal) throw refusal;
  actor.demanded?.push(right);
}

/** For checks before the transaction, which checks the right again. */
export const may = (actor: Actor, right: Right): boolean => refusalOf(actor, right) === undefined;

function refusalOf(actor: Actor, right: Right): Problem | undefined {
  const { role, scope } = rights[right];
  const lacking = (fault: Fault) => insufficientScope(detailOf(fault), scope, fault);
  if (!actor.scopes.includes(scope)) return insufficientScope(`The key lacks the scope ${scope}; use one that has it.`, scope);
  if (actor.confirmation === 'lacking' && !openToUnconfirmed.includes(scope)) return lacking(['unconfirmed']);
  return roles.indexOf(actor.role) < roles.indexOf(role) ? lacking(['lacksRole', right, role, actor.role]) : undefined;
}

/** A key gets no scope that its creator lacks. @throws Problem `forbidden` with the missing scopes */
export function requireScopes(actor: Actor, wanted: readonly Scope[]): void {
  const missing = wanted.filter((scope) => !actor.scopes.includes(scope));
  if (missing.length === 0) return;
  throw insufficientScope(
    `A key cannot have more scopes than the credential that makes or changes it. That credential lacks ${missing.join(', ')}.`,
    missing.join(' '),
  );
}

/** The account of the credential. An id in a request could be that of another account, so use this one. @throws Problem `forbidden` */
export function ownId(actor: Actor): bigint {
  requireRight(actor, 'manage own account');
  if (actor.accountId === null) throw new Error('the service has no account of its own');
  return actor.accountId;
}
