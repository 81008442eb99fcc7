import { Problem } from './problem.ts';

export const roles = ['reader', 'member', 'editor', 'admin'] as const;
export type Role = (typeof roles)[number];

export const scopes = ['artists:read', 'artists:write', 'albums:write', 'account', 'admin'] as const;
export type Scope = (typeof scopes)[number];

/** Who acts: a user through a credential (which may narrow the rights), or the service itself with no user id. */
export type Actor = { userId: bigint | null; role: Role; scopes: readonly Scope[] };

/** The service's own hand: first start and the operator's commands. */
export const system: Actor = { userId: null, role: 'admin', scopes };

export const anonymous: Actor = { userId: null, role: 'reader', scopes: ['artists:read'] };

/** What each kind of change needs of an account and of the key it comes with. */
export const rights = {
  'write artists': { role: 'member', scope: 'artists:write' },
  'delete artists': { role: 'editor', scope: 'artists:write' },
  'write albums': { role: 'member', scope: 'albums:write' },
  'delete albums': { role: 'editor', scope: 'albums:write' },
  administer: { role: 'admin', scope: 'admin' },
} as const satisfies Record<string, { role: Role; scope: Scope }>;

export type Right = keyof typeof rights;

/** @throws Problem `forbidden`, saying how it would be allowed, where the actor lacks the right */
export function demand(actor: Actor, right: Right): void {
  const { role, scope } = rights[right];
  if (!actor.scopes.includes(scope)) throw forbidden(`The key lacks the scope ${scope}; use one that has it.`, scope);
  if (roles.indexOf(actor.role) < roles.indexOf(role)) {
    throw forbidden(
      `To ${right} takes the role ${role}; this account has the role ${actor.role}. An administrator can change that.`,
      scope,
    );
  }
}

/** RFC 6750 §3.1 */
function forbidden(detail: string, scope: Scope): Problem {
  const challenge = `Bearer realm="rockola", error="insufficient_scope", scope="${scope}"`;
  return new Problem('forbidden', detail, { headers: { 'WWW-Authenticate': challenge } });
}
