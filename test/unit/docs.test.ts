import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { apiRoutes } from '../../src/api/routes.ts';
import { settings } from '../../src/config/settings.ts';
import { rights, roles, scopes } from '../../src/model/actor.ts';
import { albumFilters } from '../../src/model/albumQuery.ts';
import { optional } from '../../src/model/artistQuery.ts';
import { knownTypes } from '../../src/model/kinds.ts';
import { factKinds, isEntryKind, isSourceKind, kindRows, kinds } from '../../src/model/record.ts';
import { maxKeys } from '../../src/operations/key.ts';
import { rowKinds } from '../../src/web/paths.ts';
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

  test('the files that it names exist', () => {
    expect(pathsIn(read(page)).filter((path) => !existsSync(join(root, path)))).toEqual([]);
  });
});

test('the settings are listed with their defaults', () => {
  const section = /^## Settings\n(.*?)^## /ms.exec(read('docs/operating.md'))?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  const listed = rows.map((row) => row.split('|').map((cell) => cell.trim().replace(/^`(.*)`$/, '$1')));
  expect(listed.map(([, name, defaultText]) => [name, defaultText])).toEqual(settings.map(({ name, defaultText }) => [name, defaultText]));
});

/** The names that a page does not have, each written as code. */
const lackingIn = (page: string, names: readonly string[]) => names.filter((name) => !read(page).includes(`\`${name}\``));

test.each(kinds)('the page about an %s explains its members', (kind) => {
  const [, page = ''] = isEntryKind(kind)
    ? ['', 'records.md']
    : (new RegExp(`\\| \\[\`${kind}\`\\]\\(([\\w.]+)`).exec(read('docs/api/facts.md')) ?? []);
  expect(lackingIn(`docs/api/${page}`, knownTypes[kind].names)).toEqual([]);
});

test('each kind of fact is in sources.md, and each form to add records in site.md', () => {
  const supported = factKinds.filter((kind) => !isSourceKind(kind));
  expect(lackingIn('docs/api/sources.md', supported)).toEqual([]);
  const forms = rowKinds.map((kind) => `…/${kindRows[kind].segment}`);
  expect(lackingIn('docs/site.md', forms)).toEqual([]);
});

test('the filters of lists are explained, and the roles and scopes in their order', () => {
  expect(lackingIn('docs/api/lists.md', [...Object.keys(optional), ...Object.keys(albumFilters.optional)])).toEqual([]);
  const listed = [...read('docs/api/credentials.md').matchAll(/^\| `([\w:]+)` \|/gm)].map(([, name]) => name);
  expect(listed).toEqual([...roles, ...scopes]);
});

test('history.md has the roles that the history of a deleted record and an undo need', () => {
  const needed = [...read('docs/api/history.md').matchAll(/needs the role `(\w+)`/g)].map(([, role]) => role);
  expect(needed).toEqual([rights['read deleted'].role, rights['import, undo and hide'].role]);
});

test('accounts.md has the most keys of an account', () => {
  expect(read('docs/api/accounts.md')).toContain(`has up to ${maxKeys} keys.`);
});

test('the names that changing.md has beside a file are in the code of that file', () => {
  const named = [...read('docs/changing.md').matchAll(/`(\w+)` (?:in|of) `((?:src|test)\/[\w./]+\.tsx?)`/g)];
  const code = (file: string) => read(file).replace(/\/\*.*?\*\/|\/\/.*?$/gms, '');
  expect(named.filter(([, name = '', file = '']) => !new RegExp(`\\b${name}\\b`).test(code(file))).map(([all]) => all)).toEqual([]);
});

test('reliability.md has a row for each fault that is injected', () => {
  const sources = [...new Bun.Glob('test/{faults,hostile}/**/*.ts').scanSync(root)].map(read);
  const injected = sources.flatMap((text) => [...text.matchAll(/^ {2,4}id: '(F\d+)'/gm)].map(([, id]) => id));
  const explained = [...read('docs/reliability.md').matchAll(/^\| (F\d+) \|/gm)].map(([, id]) => id);
  expect(explained.toSorted()).toEqual(injected.toSorted());
  expect(injected.length).toBeGreaterThan(10);
});

test.each(['docs', 'docs/api', 'docs/decisions'])('README.md of %s links to each page of the folder', (folder) => {
  const contents = read(`${folder}/README.md`);
  const inFolder = pages.filter((page) => dirname(page) === folder && basename(page) !== 'README.md');
  expect(inFolder.filter((page) => !contents.includes(`](${basename(page)})`))).toEqual([]);
});

describe('the operations of the API', () => {
  const routes = apiRoutes(8).map(({ method, path }) => ({ method: method.toUpperCase(), path }));
  const index = 'docs/api/README.md';

  test('are listed as `rockola routes` lists them', () => {
    const { stdout } = Bun.spawnSync([process.execPath, '--no-env-file', join(root, 'src/main.ts'), 'routes']);
    expect(/(?<=^```text\n).*?(?=^```$)/ms.exec(read(index))?.[0]).toBe(stdout.toString());
    const named = [...read(index).matchAll(/`(anyone \(\w+\))`/g)].map(([, role = '']) => role);
    expect([named.length > 0, named.filter((role) => !stdout.toString().includes(role))]).toEqual([true, []]);
  });

  test('are each explained on a page', () => {
    const texts = pages.filter((page) => dirname(page) === 'docs/api' && page !== index).map(read);
    const explained = [...texts.flatMap(operationsIn), ...operationsOfFacts(read('docs/api/facts.md'))];
    const lacking = ({ method, path }: Operation) => !explained.some((operation) => operation.method === method && operation.path === path);
    expect(routes.filter(lacking)).toEqual([]);
  });

  test.each(pages)('that %s names exist', (page) => {
    const unknown = ({ method, path }: Operation) => !routes.some((route) => route.method === method && leadsTo(route.path, path));
    expect(operationsIn(read(page)).filter(unknown)).toEqual([]);
  });
});

type Operation = { method: string; path: string };

/** Texts in the form of a method and a path, without the query. */
function operationsIn(text: string): Operation[] {
  return [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE)`? `?(\/api\/v1\/[\w/{}:-]*)/g)].map(([, method = '', path = '']) => ({
    method,
    path,
  }));
}

/** The operations in a table of `{list}` and `{fact}`, for each kind in the table above it. */
function operationsOfFacts(text: string): Operation[] {
  const kinds = [...text.matchAll(/\| `(\/api\/v1\/[\w/{}]+)` \| (?:`(\{\w+\})`|none) \|/g)];
  const operations = [...text.matchAll(/`([A-Z]+) \{(list|fact)\}([\w/{}]*)`/g)];
  return kinds.flatMap(([, list = '', id]) =>
    operations
      .filter(([, , start]) => id !== undefined || start === 'fact')
      .map(([, method = '', start, rest]) => ({ method, path: `${list}${start === 'fact' && id ? `/${id}` : ''}${rest}` })),
  );
}

function leadsTo(pattern: string, path: string): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path);
}

/** Paths of source and test files, in prose and in code. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/(?<![\w./-])(?:src|test)\/[\w./-]*/g)].map(([path]) => path.replace(/\.+$/, ''));
}
