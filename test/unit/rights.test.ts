import { describe, expect, test } from 'bun:test';
import {
  type Actor,
  anonymous,
  ownId,
  type Right,
  type Role,
  requireRight,
  requireScopes,
  type Scope,
  scopesFor,
  system,
} from '../../src/model/actor.ts';
import { actorOfKey, actorOfSession } from '../../src/model/credential.ts';
import type { ApiKey } from '../../src/model/key.ts';
import type { Session } from '../../src/model/session.ts';
import { problemIn } from '../support/failure.ts';

/** The rights of each role and scope, written down a second time. */
const roles = Object.keys({ reader: 0, member: 0, editor: 0, admin: 0 } satisfies Record<Role, 0>) as Role[];
const scopes = Object.keys({ 'artists:read': 0, 'artists:write': 0, 'albums:write': 0, account: 0, admin: 0 } satisfies Record<
  Scope,
  0
>) as Scope[];
const rights: Record<Right, { from: Role; scope: Scope; unconfirmed: boolean }> = {
  'write artists': { from: 'member', scope: 'artists:write', unconfirmed: false },
  'delete artists': { from: 'editor', scope: 'artists:write', unconfirmed: false },
  'import, undo and hide': { from: 'editor', scope: 'artists:write', unconfirmed: false },
  'write albums': { from: 'member', scope: 'albums:write', unconfirmed: false },
  'delete albums': { from: 'editor', scope: 'albums:write', unconfirmed: false },
  'read deleted': { from: 'editor', scope: 'artists:read', unconfirmed: true },
  'manage own account': { from: 'reader', scope: 'account', unconfirmed: true },
  administer: { from: 'admin', scope: 'admin', unconfirmed: false },
};

const actor = (role: Role, held: readonly Scope[], confirmation?: 'lacking' | 'given'): Actor => ({
  accountId: 7n,
  role,
  scopes: held,
  sessionId: null,
  keyId: null,
  ...(confirmation && { confirmation }),
});
const challenge = (scope: string) => ({ error: 'insufficient_scope' as const, scope });

describe.each(Object.keys(rights) as Right[])('the right to %s', (right) => {
  const { from, scope, unconfirmed } = rights[right];

  test.each(roles)('of the role %s is that of the table, whatever else the credential has', (role) => {
    for (const confirmation of [undefined, 'given', 'lacking'] as const) {
      for (const held of [scopes, [scope], scopes.filter((other) => other !== scope), []]) {
        const found = problemIn(() => requireRight(actor(role, held, confirmation), right));
        const enough = held.includes(scope) && roles.indexOf(role) >= roles.indexOf(from) && (confirmation !== 'lacking' || unconfirmed);
        expect([role, confirmation, held, found?.code]).toEqual([role, confirmation, held, enough ? undefined : 'forbidden']);
        if (found) expect(found.facts.challenge).toEqual(challenge(scope));
      }
    }
  });
});

test.each(roles)('the role %s is offered the scopes that give it a right, and no other', (role) => {
  const good = scopes.filter((scope) =>
    Object.keys(rights).some((right) => !problemIn(() => requireRight(actor(role, [scope]), right as Right))),
  );
  expect(scopesFor(role)).toEqual(good);
});

test('a key gets no scope that its maker lacks', () => {
  const sets = Array.from({ length: 2 ** scopes.length }, (_, bits) => scopes.filter((_, i) => bits & (1 << i)));
  for (const ownScopes of sets) {
    for (const wanted of sets) {
      const lacking = wanted.filter((scope) => !ownScopes.includes(scope));
      const found = problemIn(() => requireScopes(actor('admin', ownScopes), wanted));
      expect([ownScopes, wanted, found?.facts.challenge]).toEqual([
        ownScopes,
        wanted,
        lacking.length === 0 ? undefined : challenge(lacking.join(' ')),
      ]);
    }
  }
});

test('the id of the own account comes from the credential, which needs the scope account', () => {
  expect(ownId(actor('reader', ['account']))).toBe(7n);
  expect(problemIn(() => ownId(actor('admin', ['artists:write'])))?.code).toBe('forbidden');
  expect(() => ownId(system)).toThrow('no account of its own');
  expect(problemIn(() => ownId(anonymous))?.code).toBe('forbidden');
  expect(system).toEqual({ accountId: null, sessionId: null, keyId: null, role: 'admin', scopes });
  expect(anonymous).toEqual({ accountId: null, sessionId: null, keyId: null, role: 'reader', scopes: ['artists:read'] });
});

const now = 1_700_000_000_000;
const ends = [now - 1, now, now + 1];
const accountStates = [null, 1].flatMap((suspendedAt) =>
  [null, 1].map((verifiedAt) => ({ role: 'editor' as const, suspendedAt, verifiedAt })),
);

describe('a credential', () => {
  test('of a login is good until it ends or the account is suspended', () => {
    for (const account of accountStates) {
      for (const mustConfirm of [true, false]) {
        for (const endedAt of [null, now - 5, now + 5]) {
          for (const expiresAt of ends) {
            const session = { ...account, id: 3n, accountId: 7n, endedAt, expiresAt } as Session;
            const found = actorOfSession(session, { mustConfirm, now });
            const good = endedAt === null && expiresAt > now && account.suspendedAt === null;
            const confirmation = mustConfirm && { confirmation: account.verifiedAt === null ? 'lacking' : 'given' };
            const wanted = { accountId: 7n, scopes, sessionId: 3n, keyId: null, role: 'editor', ...confirmation };
            expect(found).toEqual(good ? wanted : expect.any(String));
          }
        }
      }
    }
    expect(actorOfSession(undefined, { mustConfirm: false, now })).toBeString();
  });

  test('that is a key is good until it is revoked, ends, or the account is suspended, for its own scopes', () => {
    for (const account of accountStates) {
      for (const mustConfirm of [true, false]) {
        for (const sessionId of [null, 4n]) {
          for (const revokedAt of [null, now - 5, now + 5]) {
            for (const expiresAt of [null, ...ends]) {
              const key = { ...account, id: 5n, accountId: 7n, sessionId, scopes: ['account'], revokedAt, expiresAt } as unknown as ApiKey;
              const found = actorOfKey(key, { mustConfirm, now });
              const good = revokedAt === null && (expiresAt === null || expiresAt > now) && account.suspendedAt === null;
              const confirmation = mustConfirm && { confirmation: account.verifiedAt === null ? 'lacking' : 'given' };
              const wanted = { accountId: 7n, scopes: ['account'], sessionId, keyId: 5n, role: 'editor', ...confirmation };
              expect(found).toEqual(good ? wanted : expect.any(String));
              if (revokedAt !== null) expect(String(found).includes('a login that has ended')).toBe(sessionId !== null);
            }
          }
        }
      }
    }
    expect(actorOfKey(undefined, { mustConfirm: false, now })).toBeString();
  });
});
