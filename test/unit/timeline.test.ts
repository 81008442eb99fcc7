import { expect, test } from 'bun:test';
import { periodTexts } from '../../src/web/texts/period.ts';
import { barOf, scaleOf, TimeAxis, TimeRow, ticksOf } from '../../src/web/timeline.tsx';

const periods: [from: string | null, to: string | null, ended: boolean | null, es: string, en: string, bar: (number | string)[]][] = [
  ['1978', '1982', true, '1978–1982', '1978–1982', [1978, 1983]],
  ['1978', '1978', true, '1978', '1978', [1978, 1979]],
  ['1969~', '1971', true, 'hacia 1969–1971', 'about 1969–1971', [1969, 1972]],
  ['1969?', '1971~', true, '¿1969? – hacia 1971', '1969? – about 1971', [1969, 1972]],
  ['1976-05', '1977', true, 'mayo de 1976 – 1977', 'May 1976 – 1977', [1976.3, 1978]],
  ['1976-05-30', null, false, 'desde el 30 de mayo de 1976', 'since 30 May 1976', [1976.4, 2026.5]],
  ['1976', null, false, 'desde 1976', 'since 1976', [1976, 2026.5]],
  ['2027', null, false, 'desde 2027', 'since 2027', [2027, 2027]],
  ['1976~', null, null, 'desde alrededor de 1976', 'from about 1976', [1976, 1980, 'out']],
  ['1976', null, true, '1976–?', '1976–?', [1976, 1980, 'out']],
  [null, '1975?', null, 'hasta ¿1975?', 'until 1975?', [1972, 1976, 'in']],
  ['1999', '1998', null, '1999–1998', '1999–1998', [1999, 1999]],
  [null, null, null, '', '', []],
];

test.each(periods)('the period %p to %p, ended: %p, is written in words and drawn', (from, to, ended, es, en, drawn) => {
  const period = { from, to, ended };
  expect([periodTexts.es.period(period), periodTexts.en.period(period)]).toEqual([es, en]);
  const bar = barOf(period, 2026.5);
  const rounded = (year: number) => Math.round(year * 10) / 10;
  const shown: (number | string)[] = bar ? [rounded(bar.from), rounded(bar.to), ...(bar.fades ? [bar.fades] : [])] : [];
  expect(shown).toEqual(drawn);
});

test('a timeline has at least ten whole years, and labels at most seven of them', () => {
  expect(scaleOf([{ from: 1978.2, to: 1979.1 }])).toEqual({ first: 1974, last: 1984 });
  for (let length = 10; length < 180; length++) {
    const scale = scaleOf([{ from: 1850, to: 1850 + length }]);
    const ticks = ticksOf(scale);
    expect([scale.last - scale.first, ticks.length > 1, ticks.length < 8]).toEqual([length, true, true]);
    expect(ticks.every((year) => year >= scale.first && year <= scale.last)).toBe(true);
  }
});

test('the drawing stays within its row, and is no larger for many years', () => {
  const scale = { first: 1950, last: 2030 };
  const bars = [
    { from: 1900, to: 2100 },
    { from: 1950, to: 1950 },
    { from: 2029.9, to: 2030, fades: 'out' as const },
  ];
  const row = String(TimeRow({ scale, id: 'x', bars }));
  for (const [, x, width] of row.matchAll(/ x="([\d.]+)%" width="([\d.]+)%"/g)) {
    expect(Number(x)).toBeWithin(0, 100.1);
    expect(Number(width)).toBeWithin(0.7, 100.1);
  }
  expect(row.match(/<rect/g)).toHaveLength(3);
  expect([row, String(TimeAxis({ first: 1850, last: 2030, id: 'x' }))].join('')).not.toMatch(/NaN|style=|Infinity/);
  expect(String(TimeAxis({ first: 1850, last: 2030, id: 'x' })).length).toBeLessThan(5_000);
});
