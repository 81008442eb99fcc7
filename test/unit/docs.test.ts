import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { settings } from '../../src/config/settings.ts';

const root = join(import.meta.dir, '../..');
const pages = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'starter/README.md',
  ...new Bun.Glob('docs/**/*.md').scanSync(root),
]
  .filter((page) => existsSync(join(root, page)))
  .sort();
const read = (page: string) => readFileSync(join(root, page), 'utf8');

describe.each(pages)('%s', (page) => {
  test('its links lead somewhere', () => {
    expect(linksOf(read(page)).filter((link) => !resolves(page, link))).toEqual([]);
  });

  test('the files it names are there', () => {
    expect(pathsIn(read(page)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('the settings are listed with their defaults', () => {
  const section = /^## Settings\n(.*?)^## /ms.exec(read('docs/operating.md'))?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.map((row) => row.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')));
  expect(listed.map(([, name, defaultText]) => [name, defaultText])).toEqual(settings.map(({ name, defaultText }) => [name, defaultText]));
});

/** The targets of links within the project; code is left out, for brackets there are no links. */
function linksOf(markdown: string): string[] {
  const prose = markdown.replace(/^```.*?^```/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target as string).filter((target) => !/^[a-z]+:/i.test(target));
}

function resolves(page: string, link: string): boolean {
  const [path = '', heading] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(root, target))) return false;
  return heading === undefined || headingsOf(read(target)).includes(heading);
}

/** Anchors as forges make them of headings: small letters, digits and hyphens. */
function headingsOf(markdown: string): string[] {
  return [...markdown.matchAll(/^#+ (.+)$/gm)].map(([, text = '']) =>
    text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/** Paths of source and test files, in prose and in code. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./-])(?:src|test)\/[\w./-]*/g)].map(([path]) => path.replace(/\.+$/, ''));
}
