/** The kinds of events of accounts. An event outlives its account, so it stores only one of these words, a time and ids. */
export const accountActions = [
  'signed-up',
  'logged-in',
  'session-ended',
  'sessions-ended',
  'key-made',
  'key-changed',
  'key-revoked',
  'webhook-made',
  'webhook-changed',
  'webhook-deleted',
  'renamed',
  'email-change-asked',
  'email-confirmed',
  'password-changed',
  'password-reset',
  'role-changed',
  'suspended',
  'reinstated',
  'deleted',
] as const;

export type AccountAction = (typeof accountActions)[number];

/** `actor` is null for the service and its operator; `subject` is the id of a session, key or webhook. */
export type AccountEvent = { at: number; action: AccountAction; actor: bigint | null; subject: bigint | null };
