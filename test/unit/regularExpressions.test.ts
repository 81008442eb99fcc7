import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { Glob } from 'bun';
import { growingTexts, repeatedTo } from '../hostile/cost/pumps.ts';
import { cpuClock } from '../support/cpuClock.ts';

/** Text lengths. The first detects an exponential search, which would not end at longer ones. The last detects a quadratic search. */
const sizes = [23, 1_000, 20_000];
/** In ms. A linear search takes a tenth of it, a quadratic one many times as long. */
const maxMs = 20;
const tries = 5;
/** In ms, of all tries together. After more, there is no further try: the search is not slow by chance. */
const patience = 100;

const literal = /(?<=[(=,:!&|?[]\s*|=> |return )\/(?![*/])((?:[^\\/\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([dgimsuvy]*)/g;

/** The regular expressions of the program. */
function* expressions(): Generator<[place: string, expression: RegExp]> {
  for (const file of new Glob('src/**/*.{ts,tsx}').scanSync()) {
    const text = readFileSync(file, 'utf8').replaceAll(/^\s*(\/\/|\*|\/\*\*).*$/gm, '');
    for (const [, source = '', flags] of text.matchAll(literal)) yield [file, new RegExp(source, flags)];
  }
}

/** Texts on which a search may backtrack for long: the characters of the expression, repeated, and `growingTexts`. */
function textsFor({ source }: RegExp, size: number): string[] {
  const chars = [...new Set(source.replaceAll(/[\\()[\]{}^$*+?|]/g, ''))].slice(0, 40);
  const units = [...chars, ...chars.flatMap((char, i) => [char + chars[(i + 1) % chars.length]]), ' ,', 'a.', '1-'];
  return [
    ...units.flatMap((unit) => [repeatedTo({ before: '', unit, behind: '\u0001' }, size)]),
    ...Object.values(growingTexts).map((pump) => repeatedTo(pump, size)),
  ];
}

/** The slowest text. Larger sizes are not tried once one is too slow. */
function slowest(expression: RegExp): { ms: number; text: string } {
  let worst = { ms: 0, text: '' };
  for (const size of sizes) {
    for (const text of textsFor(expression, size)) {
      const ms = leastTime(() => text.replace(expression, ''));
      if (ms > worst.ms) worst = { ms, text: text.slice(0, 30) };
      if (ms > maxMs) return worst;
    }
  }
  return worst;
}

/** The least CPU time of some tries, in ms. Other programs do not change it much. */
function leastTime(work: () => void): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0, spent = 0; i < tries && least > maxMs && spent < patience; i++) {
    const took = cpuClock();
    work();
    least = Math.min(least, took());
    spent += took();
  }
  return least;
}

test('every regular expression of the program takes time in proportion to its text', () => {
  const all = [...expressions()];
  expect(all.length).toBeGreaterThan(50);
  const slow = all
    .map(([file, expression]) => ({ file, expression: String(expression), ...slowest(expression) }))
    .filter(({ ms }) => ms > maxMs);
  expect(slow).toEqual([]);
});

test('a slow regular expression is detected', () => {
  for (const expression of [/^(a+)+$/, /[ \t]+$/]) expect([expression, slowest(expression).ms > maxMs]).toEqual([expression, true]);
});
