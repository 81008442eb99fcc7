import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { settings } from '../../src/config/settings.ts';
import { deadLinks } from '../support/pageLinks.ts';

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
    expect(deadLinks(root, page)).toEqual([]);
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

test('reliability.md has a row for each fault that is injected', () => {
  const sources = [...new Bun.Glob('test/{faults,hostile}/**/*.ts').scanSync(root)].map(read);
  const injected = sources.flatMap((text) => [...text.matchAll(/^ {2,4}id: '(F\d+)'/gm)].map(([, id]) => id));
  const explained = [...read('docs/reliability.md').matchAll(/^\| (F\d+) \|/gm)].map(([, id]) => id);
  expect(explained.toSorted()).toEqual(injected.toSorted());
  expect(injected.length).toBeGreaterThan(10);
});

/** Paths of source and test files, in prose and in code. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./-])(?:src|test)\/[\w./-]*/g)].map(([path]) => path.replace(/\.+$/, ''));
}
