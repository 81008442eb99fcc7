import type { Scope } from '../../src/model/actor.ts';
import { isEntryKind, isSingle, type Kind, kindRows, kinds, parentOf } from '../../src/model/record.ts';
import { docsTable } from '../support/docsTable.ts';

/**
 * The rights of each operation, written without a look at the program. All requested records belong to the subject `owner`, a member.
 * A request without an account in its path is about the account of the subject that sends it.
 */
export const subjects = [
  'anonymous',
  'garbage',
  'expired',
  'revoked',
  'suspended',
  'wrong scope',
  'reader',
  'member',
  'editor',
  'admin',
  'other user',
  'owner',
] as const;
export type Subject = (typeof subjects)[number];

export type Outcome = 'ok' | 401 | 403 | 404;
export type Row = { scope?: Scope; outcomes: Record<Subject, Outcome> };

const outcomes = (cells: Outcome[]) => Object.fromEntries(subjects.map((subject, i) => [subject, cells[i]])) as Row['outcomes'];
const notLoggedIn: Outcome[] = [401, 401, 401, 401, 401];

const everyone: Row = { outcomes: outcomes(subjects.map(() => 'ok')) };
const members = (scope: Scope): Row => ({ scope, outcomes: outcomes([...notLoggedIn, 403, 403, 'ok', 'ok', 'ok', 'ok', 'ok']) });
const editors = (scope: Scope): Row => ({ scope, outcomes: outcomes([...notLoggedIn, 403, 403, 403, 'ok', 'ok', 403, 403]) });
const oneself: Row = { scope: 'account', outcomes: outcomes([...notLoggedIn, 403, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok']) };
const itsOwner: Row = { scope: 'account', outcomes: outcomes([...notLoggedIn, 403, 404, 404, 404, 404, 404, 'ok']) };
/** For the owner of the record and for administrators. */
const itsOwnerToo: Row = { scope: 'account', outcomes: outcomes([...notLoggedIn, 403, 404, 404, 404, 'ok', 404, 'ok']) };
/** Editors may work on their own imports. The requested import belongs to a member, so every subject is refused. */
const ownEditors: Row = { scope: 'artists:write', outcomes: outcomes([...notLoggedIn, 403, 403, 403, 404, 404, 403, 403]) };
const admins: Row = { scope: 'admin', outcomes: outcomes([...notLoggedIn, 403, 403, 403, 403, 'ok', 403, 403]) };

/** The operations on the records of a kind. A fact has the rights of the artist or album that it is about. */
function ofRecords(kind: Kind): Record<string, Row> {
  const row = kindRows[kind];
  const write: Scope = (isEntryKind(kind) ? kind : parentOf(kind)) === 'artist' ? 'artists:write' : 'albums:write';
  const changes = [...(isSingle(kind) ? ['put'] : ['create', 'update']), 'patch', 'revert'];
  return {
    ...Object.fromEntries(changes.map((verb) => [verb + row.name, members(write)])),
    ...('list' in row && { [`list${row.list}`]: everyone }),
    [`read${row.name}`]: everyone,
    [`delete${row.name}`]: editors(write),
    [`redact${row.name}`]: admins,
    [`list${row.name}Revisions`]: everyone,
    [`read${row.name}Revision`]: everyone,
  };
}

/** The rights of each operation, by its id. */
export const matrix: Record<string, Row> = {
  listBands: everyone,
  findAlbums: everyone,
  search: everyone,
  suggestArtists: everyone,
  findDuplicates: everyone,
  drawArtists: everyone,
  readStatistics: everyone,
  listChanges: everyone,
  hideChange: editors('artists:write'),
  exportCatalogue: everyone,
  listBandsOf: everyone,
  ...Object.assign({}, ...kinds.map(ofRecords)),
  signUp: everyone,
  logIn: everyone,
  requestVerification: oneself,
  verifyAddress: everyone,
  requestPasswordReset: everyone,
  resetPassword: everyone,
  readOwnAccount: oneself,
  patchOwnAccount: oneself,
  deleteOwnAccount: oneself,
  changePassword: oneself,
  listSessions: oneself,
  endSessions: oneself,
  endSession: itsOwner,
  listKeys: oneself,
  createKey: oneself,
  readKey: itsOwner,
  patchKey: itsOwner,
  revokeKey: itsOwner,
  listWebhooks: oneself,
  createWebhook: oneself,
  readWebhook: itsOwner,
  patchWebhook: itsOwner,
  deleteWebhook: itsOwner,
  listWebhookAttempts: itsOwner,
  rotateWebhookSecret: itsOwner,
  testWebhook: itsOwner,
  resumeWebhook: itsOwner,
  listJobs: oneself,
  readJob: itsOwnerToo,
  cancelJob: itsOwnerToo,
  readJobReport: itsOwnerToo,
  createImport: editors('artists:write'),
  applyImport: ownEditors,
  undoImport: ownEditors,
  readImportRows: itsOwnerToo,
  listAccounts: admins,
  readAccount: admins,
  patchAccount: admins,
  deleteAccount: admins,
  revertAccount: editors('artists:write'),
};

/**
 * The table in docs/security.md. Operations with the same outcome for each subject share a row. The row of a scope with the most
 * operations is its last, and calls them `all others`.
 */
export function asMarkdown(): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const titles = ['scope', 'operations', ...subjects];
  const byScope = Map.groupBy(Object.entries(matrix), ([, { scope }]) => (scope ? `\`${scope}\`` : ''));
  const lines = [...byScope].flatMap(([scope, inScope]) => {
    const rows = [...Map.groupBy(inScope, ([, { outcomes }]) => line(subjects.map((subject) => String(outcomes[subject]))))];
    return rows
      .toSorted(([, a], [, b]) => a.length - b.length)
      .map(([answers, operations], index) => {
        const isLast = index === rows.length - 1;
        const others = rows.length > 1 ? 'all others' : 'all';
        return `| ${scope} | ${isLast ? others : operations.map(([name]) => `\`${name}\``).join(', ')} ${answers}`;
      });
  });
  return [line(titles), line(titles.map(() => '---')), ...lines].join('\n');
}

export const inTheDocs = docsTable('matrix');

// bun test/api/matrix.ts --write
if (import.meta.main && process.argv.includes('--write')) inTheDocs.write(asMarkdown());
