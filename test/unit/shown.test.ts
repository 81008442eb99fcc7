import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { table } from '../../src/cli/table.ts';
import { shown, shownJson } from '../../src/model/shown.ts';

/**
 * The first and last character of the ranges that act on a terminal or are invisible (Unicode 16, DerivedGeneralCategory and Bidi_Control).
 */
const acting: [number, number][] = [
  [0x00, 0x1f],
  [0x7f, 0x9f],
  [0xad, 0xad],
  [0x0600, 0x0605],
  [0x061c, 0x061c],
  [0x06dd, 0x06dd],
  [0x070f, 0x070f],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x2028, 0x202e],
  [0x2060, 0x206f],
  [0xd800, 0xdfff],
  [0xe000, 0xe000],
  [0xfeff, 0xfeff],
  [0xfff9, 0xfffb],
  [0x1d173, 0x1d17a],
  [0xe0001, 0xe0001],
  [0xe0020, 0xe007f],
  [0x10ffff, 0x10ffff],
];
const hostile = acting.flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i)));
const all = new Set(hostile);
const isHarmless = (text: string) => ![...text].some((character) => all.has(character));

test('control and invisible characters are written out by their numbers', () => {
  for (const character of hostile) {
    const code = character.codePointAt(0)?.toString(16);
    expect(shown(`a${character}b`)).toBe(`a\\u{${code}}b`);
  }
});

test('letters, marks, numbers, signs and blanks of all scripts stay as they are', () => {
  let seen = 0;
  for (let code = 0x20; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (!/[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}]/u.test(character) || /\p{Default_Ignorable_Code_Point}/u.test(character)) continue;
    if (shown(character) !== character) expect([code, shown(character)]).toEqual([code, character]);
    seen++;
  }
  expect(seen).toBeGreaterThan(140_000);
});

test('in JSON control and invisible characters are escaped, and the parsed text is the same', () => {
  for (const character of hostile.filter((character) => character >= ' ')) {
    const line = JSON.stringify({ msg: `a${character}b` });
    expect(isHarmless(shownJson(line))).toBe(true);
    expect(JSON.parse(shownJson(line)).msg).toBe(`a${character}b`);
  }
});

test('whatever a cell contains, its row is one line and the columns stay aligned', () => {
  const cell = fc.oneof(
    fc
      .array(fc.oneof(fc.constantFrom(...hostile), fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 8 })
      .map((all) => all.join('')),
    fc.constantFrom('\n9  confirmed  admin', '\x1b[2J', '\u202eabc', '日本語', 'e\u0301'.repeat(5), '👩‍🎤', '\t', ''),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(cell, cell), { maxLength: 6 }), (rows) => {
      const lines = table(
        ['ONE', 'TWO', '|'],
        rows.map((row) => [...row, '|']),
      );
      expect(lines).toHaveLength(rows.length + 1);
      expect(lines.every(isHarmless)).toBe(true);
      const widths = lines.map((line) => Bun.stringWidth(line.slice(0, line.lastIndexOf('|'))));
      expect(new Set(widths).size).toBe(1);
    }),
  );
});

/** The modules that may use the standard streams, and which uses are allowed. */
const allowed: Record<string, RegExp> = {
  'src/process/log.ts': /process\.stdout/,
  'src/cli/terminal.ts': /writeSync|console\.error|process\.stderr/,
  'src/cli/readSecret.ts': /Bun\.stdin|process\.stdin/,
  'src/process/lineThread.ts': /writeSync/,
};

test('only the modules above use the standard streams, each in its own way', () => {
  const uses = /console\.\w+|process\.std\w+|Bun\.std\w+|\bwriteSync\b|\/dev\/(tty|std\w+)/g;
  const root = join(import.meta.dir, '../..');
  const found = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].flatMap((file) =>
    (readFileSync(join(root, file), 'utf8').match(uses) ?? []).filter((use) => !allowed[file]?.test(use)).map((use) => `${file}: ${use}`),
  );
  expect(found).toEqual([]);
});
