/** What can happen to an account, as it is kept: words of this list and numbers, nothing personal. */
export const accountActions = [
  'signed-up',
  'logged-in',
  'session-ended',
  'sessions-ended',
  'key-made',
  'key-changed',
  'key-revoked',
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

/** One of them. `actor` is null for the service and its operator; `subject` is the session or key it was about. */
export type AccountEvent = { at: number; action: AccountAction; actor: bigint | null; subject: bigint | null };
