import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Fragment, Html, jsx, memoized } from '../../src/jsx.ts';
import { seed } from '../support/seed.ts';

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const unescaped = (text: string) => text.replace(/&[#\w]+;/g, (sign) => signs[sign] ?? sign);
const shown = (...made: Parameters<typeof jsx>) => String(jsx(...made));

test('texts and attribute values are escaped, whatever they contain', () => {
  const hostile = fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '&lt;', '</p>', '<script>', ' onload=', 'ñ', '\0'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (given) => {
      const text = given.toWellFormed();
      const [, value, content] =
        /^<p title="([^"<>']*)">([^<>"']*)<\/p>$/s.exec(shown('p', { title: text, children: [[text]] } as never)) ?? [];
      expect([unescaped(value ?? 'none'), unescaped(content ?? 'none')]).toEqual([text, text]);
    }),
    { seed },
  );
});

test('generated HTML is not escaped twice, and data is never taken for HTML', () => {
  const made = jsx('i', { children: 'a<b' });
  expect(shown('p', { children: [made, new Html('<hr>'), Fragment({ children: ['&', made] })] })).toBe(
    '<p><i>a&lt;b</i><hr>&amp;<i>a&lt;b</i></p>',
  );
  const forged = { text: '<script>', toString: () => '<script>' };
  expect(() => shown('p', { children: forged as never })).toThrow();
});

test('absent and false children render nothing, zero is shown', () => {
  expect(shown('p', { children: [undefined, null, false, true, '', 0] })).toBe('<p>0</p>');
  expect(shown('input', { required: true, checked: false, spellcheck: false, value: undefined, size: 0 } as never)).toBe(
    '<input required spellcheck="false" size="0">',
  );
  expect(shown(({ children }: { children?: never }) => children, { children: 'x' })).toBe('x');
});

test('a memoized part is made once for the same properties, and again for others', () => {
  let made = 0;
  const part = memoized(
    ({ name, at }: { name: string; at?: number }) => jsx('b', { title: name, children: [at, ++made] } as never) as Html,
  );
  const shownAt = (name: string, at?: number) => String(part(at === undefined ? { name } : { name, at }));
  expect([shownAt('a', 1), shownAt('a', 1), shownAt('a', 2), shownAt('a'), shownAt('<', 1), shownAt('a', 1)]).toEqual([
    '<b title="a">11</b>',
    '<b title="a">11</b>',
    '<b title="a">22</b>',
    '<b title="a">3</b>',
    '<b title="&lt;">14</b>',
    '<b title="a">11</b>',
  ]);
});

test('the memoized texts of a part take bounded memory', () => {
  let made = 0;
  const part = memoized(({ at }: { at: number }) => {
    made++;
    return jsx('b', { children: 'x'.repeat(2 ** 18 + at) }) as Html;
  });
  for (let i = 0; i < 2; i++) for (const at of [0, 1, 2, 3]) expect(String(part({ at })).length).toBe(2 ** 18 + at + 7);
  expect(made).toBeGreaterThan(5);
});
