import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A newcomer reads at most this many lines, the section itself and CONTRIBUTING.md included. */
const maxLines = 700;

const root = join(import.meta.dir, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8').trimEnd();
const section = (/^## Read this first\n(.*?)^## /ms.exec(read('docs/architecture.md'))?.[1] ?? '').trimEnd();
const items = (/^1\. .*?(?=^$)/ms.exec(section)?.[0] ?? '').split(/^\d+\. /m).slice(1);

type Piece = { path: string; name?: string; until?: string };

/** Each file of the list, with the declarations that are named before it. Without names the whole file is read. */
const pieces: Piece[] = items.flatMap((item) =>
  [...item.matchAll(/([^\]]*?)\[[^\]]+\]\(\.\.\/([^)]+)\)/g)].flatMap(([, before = '', path = '']) => {
    const names = [...before.matchAll(/`([\w.]+)`(?:\s+as\s+far\s+as\s+`(\w+)`)?/g)];
    if (names.length > 0) return names.map(([, name = '', until = '']) => ({ path, name, until }));
    return before.trim() === 'the first test of' ? [{ path, until: 'test' }] : [{ path }];
  }),
);

test('the pieces that the reading order names exist', () => {
  expect(pieces.length).toBeGreaterThan(15);
  expect(pieces.filter((piece) => textOf(piece) === undefined)).toEqual([]);
});

test('the reading order is short', () => {
  const texts = [...pieces.map((piece) => textOf(piece) ?? ''), section, read('CONTRIBUTING.md')];
  expect(texts.reduce((sum, text) => sum + text.split('\n').length, 0)).toBeLessThanOrEqual(maxLines);
});

/** A file, or its part up to the second test; a declaration with its comment; or the entry of a list that spreads the name. */
function textOf({ path, name, until }: Piece): string | undefined {
  const text = read(path);
  if (!name)
    return until
      ? text
          .split(/^(?=(?:test|describe)\()/m)
          .slice(0, 2)
          .join('')
      : text;
  const comment = String.raw`(?:^\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?`;
  const start = String.raw`^(?:export )?(?:async )?(?:function|const|type|interface|class) ${name}\b`;
  const end = until ? String.raw`[\s\S]*?\b${until}\b` : String.raw`(?:[^\n]*;$|[\s\S]*?^[})\]](?![^\n]*\{$)[^\n]*$)`;
  const spread = String.raw`^(\s*)\w+\(\{\n(?:(?!^\1\}).*\n)*?\1 .*\.\.\.${name.replace('.', '\\.')},\n[\s\S]*?^\1\}`;
  return (new RegExp(comment + start + end, 'm').exec(text) ?? new RegExp(spread, 'm').exec(text))?.[0];
}
