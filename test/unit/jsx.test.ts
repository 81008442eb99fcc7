import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { Fragment, Html, jsx, memoized } from '../../src/jsx.ts';
import { seed } from '../support/seed.ts';

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };
const unescaped = (text: string) => text.replace(/&[#\w]+;/g, (sign) => signs[sign] ?? sign);
const render = (...args: Parameters<typeof jsx>) => String(jsx(...args));

test('texts and attribute values are escaped, whatever they contain', () => {
  const hostile = fc
    .array(fc.constantFrom('<', '>', '"', "'", '&', '&lt;', '</p>', '<script>', ' onload=', 'ñ', '\0'))
    .map((parts) => parts.join(''));
  fc.assert(
    fc.property(fc.oneof(hostile, fc.string({ unit: 'binary' })), (raw) => {
      const text = raw.toWellFormed();
      const [, value, content] =
        /^<p title="([^"<>']*)">([^<>"']*)<\/p>$/s.exec(render('p', { title: text, children: [[text]] } as never)) ?? [];
      expect([unescaped(value ?? 'none'), unescaped(content ?? 'none')]).toEqual([text, text]);
    }),
    { seed },
  );
});

test('generated HTML is not escaped twice, and data is never taken for HTML', () => {
  const element = jsx('i', { children: 'a<b' });
  expect(render('p', { children: [element, new Html('<hr>'), Fragment({ children: ['&', element] })] })).toBe(
    '<p><i>a&lt;b</i><hr>&amp;<i>a&lt;b</i></p>',
  );
  const forged = { text: '<script>', toString: () => '<script>' };
  expect(() => render('p', { children: forged as never })).toThrow();
});

test('absent and false children render nothing, zero is shown', () => {
  expect(render('p', { children: [undefined, null, false, true, '', 0] })).toBe('<p>0</p>');
  expect(render('input', { required: true, checked: false, spellcheck: false, value: undefined, size: 0 } as never)).toBe(
    '<input required spellcheck="false" size="0">',
  );
  expect(render(({ children }: { children?: never }) => children, { children: 'x' })).toBe('x');
});

test('a memoized part is rendered once for the same properties, and again for others', () => {
  let renders = 0;
  const part = memoized(
    ({ name, at }: { name: string; at?: number }) => jsx('b', { title: name, children: [at, ++renders] } as never) as Html,
  );
  const partOf = (name: string, at?: number) => String(part(at === undefined ? { name } : { name, at }));
  expect([partOf('a', 1), partOf('a', 1), partOf('a', 2), partOf('a'), partOf('<', 1), partOf('a', 1)]).toEqual([
    '<b title="a">11</b>',
    '<b title="a">11</b>',
    '<b title="a">22</b>',
    '<b title="a">3</b>',
    '<b title="&lt;">14</b>',
    '<b title="a">11</b>',
  ]);
});

test('the memoized texts of a part take bounded memory', () => {
  let renders = 0;
  const part = memoized(({ at }: { at: number }) => {
    renders++;
    return jsx('b', { children: 'x'.repeat(2 ** 18 + at) }) as Html;
  });
  for (let i = 0; i < 2; i++) for (const at of [0, 1, 2, 3]) expect(String(part({ at })).length).toBe(2 ** 18 + at + 7);
  expect(renders).toBeGreaterThan(5);
});
