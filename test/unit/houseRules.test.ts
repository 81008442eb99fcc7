import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { settingTable } from '../../src/config/settings.ts';
import { alterations } from '../support/alterations.ts';

/** The house rules of CONTRIBUTING.md that Biome cannot express. */
const root = join(import.meta.dir, '../../src');
const files = [...new Bun.Glob('**/*.{ts,tsx}').scanSync(root)].sort();
const text = (file: string) => readFileSync(join(root, file), 'utf8');
const code = (file: string) => text(file).replace(/\/\*.*?\*\/|(?<=^|\s)\/\/.*?$/gms, '');
const roomOf = (file: string) => file.slice(0, file.indexOf('/'));

/** The matches of a pattern, each with its file. */
function found(pattern: RegExp, read: (file: string) => string, where: (file: string) => boolean): string[] {
  return files.filter(where).flatMap((file) => [...read(file).matchAll(pattern)].map(([match]) => `${file}: ${match}`));
}

const belowHttp = ['model', 'store', 'operations', 'oai', 'reconcile', 'limits', 'auth', 'process'];
const header =
  /(?<!\w)(?:Retry-After|WWW-Authenticate|RateLimit(?:-Policy)?|Allow:|Authorization|ETag|User-Agent|Last-Modified|Cache-Control|Idempotency-Key|(?:Content|If|Accept|X|Access|Sec)-[A-Z][A-Za-z-]+)\b/g;
const sql = /\b(?:select\s[^;]*?\sfrom\s|insert into\s|update\s+"?\w+"?\s+set\s|delete from\s)/g;

describe('the house rules', () => {
  test('no header of HTTP is named below src/http/', () => {
    expect(found(header, text, (file) => belowHttp.includes(roomOf(file)))).toEqual([]);
  });

  test('SQL stands only in src/store/', () => {
    expect(found(sql, code, (file) => roomOf(file) !== 'store')).toEqual([]);
    expect(found(sql, code, (file) => file === 'store/session.ts').length).toBeGreaterThan(5);
  });

  test('only the guard of rights registers writes', () => {
    expect(files.filter((file) => /\bregisterWrites\b/.test(code(file)))).toEqual(['operations/guard.ts', 'store/store.ts']);
  });

  test('only the service imports files above the rooms, except the version, the JSX runtime and the starter catalogue', () => {
    const above = files.filter((file) => !file.includes('/') && !['version.ts', 'jsx.ts'].includes(file));
    const imported = (file: string) =>
      [...code(file).matchAll(/(?:from|import\(?)\s*'(\.[^']+)'/g)].map(([, path = '']) => join(file, '..', path));
    const rooms = files.filter((file) => file.includes('/') && roomOf(file) !== 'service');
    expect(rooms.flatMap((file) => imported(file).flatMap((path) => (above.includes(path) ? `${file}: ${path}` : [])))).toEqual([
      'cli/starter.ts: starter.ts',
    ]);
    expect(imported('service/answering.ts')).toContain('app.ts');
  });

  test('every setting is read somewhere', () => {
    const all = files
      .filter((file) => file !== 'config/settings.ts')
      .map(code)
      .join('\n');
    expect(Object.keys(settingTable).filter((field) => !new RegExp(`\\b${field}\\b`).test(all))).toEqual([]);
  });

  test('one noun has one file name in every room', () => {
    const nouns = new Set(files.filter((file) => roomOf(file) === 'model').map((file) => basename(file, '.ts')));
    expect(files.filter((file) => nouns.has(basename(file).replace(/s\.tsx?$/, '')))).toEqual([]);
  });

  test('only errors are inherited from, and nothing is called utils or re-exported', () => {
    expect(found(/extends (?!Error\b|Problem\b)\w+ \{/g, code, () => true).filter((line) => !/: extends (Reader) \{/.test(line))).toEqual(
      [],
    );
    expect(files.filter((file) => /util|helper/i.test(file))).toEqual([]);
    expect(found(/^export (?:\*|\{[^}]*\}) from.*$/gm, code, () => true)).toEqual([]);
  });

  test('ids stay exact: nothing reads a body with JSON.parse or makes a number of an id', () => {
    expect(found(/\bNumber\((?:\w+\.)*(?:id|\w+Id)\)/g, code, () => true)).toEqual([]);
    expect(
      found(
        /\bJSON\.parse\b/g,
        code,
        (file) =>
          ![
            'model/json.ts',
            'model/fault.ts',
            'model/idempotencyKey.ts',
            'model/members.ts',
            'api/openapi/schemas.ts',
            'process/textLine.ts',
          ].includes(file),
      ),
    ).toEqual([]);
  });

  test('no test uses `expect(…).rejects`, which blocks the thread', () => {
    const tests = [...new Bun.Glob('**/*.ts').scanSync(join(root, '../test'))];
    expect(tests).toContain('unit/houseRules.test.ts');
    expect(
      tests.filter((file) =>
        /^\s*(?:await )?expect\(.*\)\.(?:rejects|resolves)\b/m.test(readFileSync(join(root, '../test', file), 'utf8')),
      ),
    ).toEqual([]);
  });

  test('every script that runs tests sets a timeout: by default Bun ends a test or a hook after five seconds', () => {
    const { scripts } = JSON.parse(readFileSync(join(root, '..', 'package.json'), 'utf8')) as { scripts: Record<string, string> };
    const runs = Object.entries(scripts).filter(([, command]) => /\bbun test (?!\S+\.ts\b)/.test(command));
    expect(runs.length).toBeGreaterThan(1);
    expect(runs.filter(([, command]) => !/\bbun test --timeout \d/.test(command))).toEqual([]);
  });

  test('every source text that test/support/alterations.ts replaces exists', () => {
    const missing = Object.values(alterations)
      .flat()
      .filter(({ file, text }) => !readFileSync(join(root, file), 'utf8').includes(text));
    expect(missing).toEqual([]);
  });
});
