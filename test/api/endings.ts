import { readFileSync, writeFileSync } from 'node:fs';

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
const all = 'ends';

/** By event; an empty cell means that it stays. */
export const endings = {
  'log-out': fates([all, '', '', '', '', '', '', '']),
  'log-out everywhere': fates([all, all, '', '', '', '', '', '']),
  'the login expires': fates([all, '', '', '', '', '', '', '']),
  'the key is revoked': fates(['', '', all, all, '', '', '', '']),
  'the key expires': fates(['', '', all, all, '', '', '', '']),
  'another password': fates(['', all, '', '', all, all, all, all]),
  'a new password by link': fates([all, all, all, all, all, all, all, all]),
  'the address is confirmed by link': fates([all, all, all, all, all, all, all, '']),
  'the operator confirms the address, not confirmed before': fates([all, all, all, all, all, all, all, '']),
  'another address is asked for': fates(['', '', '', '', all, all, all, '']),
  'the other address is taken back': fates(['', '', '', '', all, all, all, '']),
  'the other address is confirmed by link': fates([all, all, all, all, all, all, all, '']),
  'a lower role': fates(['', '', '', '', '', '', '', '']),
  suspension: fates(['paused', 'paused', 'paused', 'paused', all, all, '', 'paused']),
  'log-out by the operator': fates([all, all, '', '', all, all, all, '']),
  'the account is deleted': fates([all, all, all, all, all, all, all, all]),
  'a restore of a backup': fates([all, all, '', '', all, all, all, '']),
} satisfies Record<string, Record<Thing, Fate>>;
export type Happening = keyof typeof endings;

/** The table as docs/security.md has it. */
export function asMarkdown(): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const rows = Object.entries(endings).map(([happening, fate]) => line([happening, ...things.map((thing) => fate[thing])]));
  return [line(['', ...things]), line(['', ...things].map(() => '---')), ...rows].join('\n');
}

const page = new URL('../../docs/security.md', import.meta.url);
const place = /(?<=<!-- endings -->\n).*?(?=<!-- \/endings -->)/s;

/** The table in docs/security.md now. */
export function inTheDocs(): string | undefined {
  return place.exec(readFileSync(page, 'utf8'))?.[0].trim();
}

// bun test/api/endings.ts --write
if (import.meta.main && process.argv.includes('--write'))
  writeFileSync(
    page,
    readFileSync(page, 'utf8').replace(place, () => `\n${asMarkdown()}\n\n`),
  );
