import { docsTable } from '../support/docsTable.ts';

/** The credentials, links and waiting address of an account, and the effect of each event on them, written down a second time. */
export const things = [
  'the login that asks',
  'other logins',
  'lasting keys',
  'keys that a key made',
  'link to confirm',
  'link for a new password',
  'address that waits',
  'password',
] as const;
export type Thing = (typeof things)[number];

/** `paused`: refused until the account is reinstated. */
export type Fate = '' | 'ends' | 'paused';

const fates = (cells: Fate[]) => Object.fromEntries(things.map((thing, i) => [thing, cells[i]])) as Record<Thing, Fate>;
const ended = 'ends';

/** The effects of each event. An empty cell: no effect. */
export const endings = {
  'log-out': fates([ended, '', '', '', '', '', '', '']),
  'log-out everywhere': fates([ended, ended, '', '', '', '', '', '']),
  'the login expires': fates([ended, '', '', '', '', '', '', '']),
  'the key is revoked': fates(['', '', ended, ended, '', '', '', '']),
  'the key expires': fates(['', '', ended, ended, '', '', '', '']),
  'another password': fates(['', ended, '', '', ended, ended, ended, ended]),
  'a new password by link': fates([ended, ended, ended, ended, ended, ended, ended, ended]),
  'the address is confirmed by link': fates([ended, ended, ended, ended, ended, ended, ended, '']),
  'the operator confirms the address, not confirmed before': fates([ended, ended, ended, ended, ended, ended, ended, '']),
  'another address is asked for': fates(['', '', '', '', ended, ended, ended, '']),
  'the other address is taken back': fates(['', '', '', '', ended, ended, ended, '']),
  'the other address is confirmed by link': fates([ended, ended, ended, ended, ended, ended, ended, '']),
  'a lower role': fates(['', '', '', '', '', '', '', '']),
  suspension: fates(['paused', 'paused', 'paused', 'paused', ended, ended, '', 'paused']),
  'log-out by the operator': fates([ended, ended, '', '', ended, ended, ended, '']),
  'the account is deleted': fates([ended, ended, ended, ended, ended, ended, ended, ended]),
  'a restore of a backup': fates([ended, ended, '', '', ended, ended, ended, '']),
} satisfies Record<string, Record<Thing, Fate>>;
export type Happening = keyof typeof endings;

/** The table as docs/security.md has it. */
export function asMarkdown(): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rows = Object.entries(endings).map(([happening, fate]) => line([happening, ...things.map((thing) => fate[thing])]));
  return [line(['', ...things]), line(['', ...things].map(() => '---')), ...rows].join('\n');
}

export const inTheDocs = docsTable('endings');

// bun test/api/endings.ts --write
if (import.meta.main && process.argv.includes('--write')) inTheDocs.write(asMarkdown());
