import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { plainWords, safeHtml } from '../../src/http/markdown.ts';
import { cpuClock } from '../support/cpuClock.ts';
import { longText, textsThatGrew } from '../support/longText.ts';
import { seed } from '../support/seed.ts';

/** Markdown that makes elements, and text that tries to open or to close an HTML element. */
const pieces = fc.constantFrom(
  ...['*', '**', '~~', '`', '```\n', '\n', '\n\n', '# ', '###### ', '- ', '- [x] ', '7. ', '> ', '    ', '---\n', '|a|b|\n|:-|-:|\n', '\\'],
  ...[
    '[x](',
    ')',
    '![x](',
    '<',
    '>',
    '</p>',
    '<p onclick="a">',
    '<script>',
    '<!--',
    '&lt;',
    '&#60;',
    '"',
    "'",
    ' onload=1 ',
    'https://example.org',
  ],
  ...['javascript:alert(1)', 'www.example.org', 'a@example.org', '[a]: data:text/html,x\n', '[a]', 'rock', 'ñ 🎸', '\u202e'],
);
const description = fc.array(pieces, { maxLength: 40 }).map((all) => all.join(''));
const link = '<a(?: href="https?://[^"<>]*" rel="nofollow ugc noopener noreferrer")?>';
const allowed = new RegExp(
  `^(?:</?(?:p|strong|em|del|code|blockquote|ul|ol|li|h2|thead|tbody|tr|th|td)>|<(?:br|hr) ?/?>|<(?:pre|table) tabindex="0">|</(?:pre|table|a)>|${link})$`,
  'i',
);

test('the HTML of a description has only allowed elements, and web addresses as the only attributes taken from it', () => {
  fc.assert(
    fc.property(description, (text) => {
      for (const [tag] of safeHtml(text).matchAll(/<[^>]*>?/g)) expect([text, tag]).toEqual([text, expect.stringMatching(allowed)]);
    }),
    { numRuns: 2_000 },
  );
});

test('a line of words, which skips the parser, gets the same HTML as from the parser', () => {
  const parts = [
    'Rock',
    'ñandú',
    'É',
    'www.',
    'a.b',
    '1',
    '7. ',
    '-',
    ' - ',
    '. ',
    ': ',
    ':',
    ', ',
    '; ',
    '(',
    ')',
    '?',
    '!',
    '¿',
    '“',
    ' ',
    '  ',
  ];
  const signs = ['\u00a0', '\u2028', '\ufeff', '\ufdd0', '🎸', 'e\u0301', 'http', '/', '@', '&', '\t', '\n', '=', '+', '#'];
  const words = fc.array(fc.constantFrom(...parts, ...parts, ...parts, ...signs), { maxLength: 12 }).map((all) => all.join(''));
  fc.assert(
    fc.property(words, (text) => {
      // With a quote after the line, the whole text goes through the parser.
      const quote = '\n\n> Moris';
      expect([text, safeHtml(text + quote)]).toEqual([text, `${safeHtml(text)}${safeHtml(quote)}`]);
      expect([text, plainWords(text + quote, 500)]).toEqual([text, `${plainWords(text, 500)} Moris`.trim()]);
    }),
    { numRuns: 5_000, seed },
  );
});

describe('a description of any form', () => {
  const expectShort = (text: string) => expect([text, safeHtml(text).length <= 30 * text.length]).toEqual([text, true]);
  const expectNarrow = (text: string) => {
    const columns = [...safeHtml(text).matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row = '']) => row.split(/<t[dh]>/).length - 1);
    expect([text, Math.max(0, ...columns) <= 20]).toEqual([text, true]);
  };
  const expectFast = (text: string) => {
    const cpu = () => {
      const took = cpuClock();
      safeHtml(text);
      plainWords(text, 500);
      return took();
    };
    expect([text, [1, 2, 3, 4, 5].some(() => cpu() <= 3 + text.length / 1000)]).toEqual([text, true]);
  };
  for (const [title, judge] of Object.entries({
    'becomes at most 30 times as long': expectShort,
    'has at most 20 columns': expectNarrow,
    'takes at most 3 ms, and a microsecond more for each character': expectFast,
  }))
    test(title, () => {
      for (const text of textsThatGrew) judge(text);
      fc.assert(fc.property(longText, judge), { numRuns: 300 });
    });

  test('keeps its links and tables; a short row of a table gets no empty cells', () => {
    expect(safeHtml('|a|b|c|\n|-|:-:|-|\n|1|\n|1||3|\n')).toBe(
      '<table tabindex="0">\n<thead>\n<tr><th>a</th><th>b</th><th>c</th></tr>\n</thead>\n<tbody>\n<tr><td>1</td></tr>\n<tr><td>1</td><td></td><td>3</td></tr>\n</tbody>\n</table>\n',
    );
    const link = '<a href="https://a.b/x" rel="nofollow ugc noopener noreferrer">';
    expect(safeHtml('[y][z]\n\n[z]: https://a.b/x "t"')).toBe(`<p>${link}y</a></p>\n`);
    expect(safeHtml('<https://a.b/x> `<https://a.b/x>` <b>')).toBe(
      `<p>${link}https://a.b/x</a> <code>&lt;https://a.b/x&gt;</code> &lt;b&gt;</p>\n`,
    );
    expect(safeHtml('<javascript:alert(1)>')).toBe('<p><a>javascript:alert(1)</a></p>\n');
  });
});

test('no character of a description is lost, not even the noncharacters that mark HTML internally', () => {
  const all = Array.from({ length: 31 }, (_, i) => String.fromCharCode(0xfdd0 + i));
  for (const text of ['El byte %EF%B7%90 y <b>', '\ufdd0 <b>', `${all.join('')} <b>`, `${all.map(encodeURIComponent).join('')} <b>`])
    expect(safeHtml(text)).toBe(`<p>${text.replace('<', '&lt;').replace('>', '&gt;')}</p>\n`);
});

test('the plain text of a description is one line of at most the given length', () => {
  fc.assert(
    fc.property(description, fc.nat({ max: 60 }), (text, max) => {
      const words = plainWords(text, max + 2);
      expect([words.length <= max + 3, /[\n\u202e]|^\s|\s$/.test(words)]).toEqual([true, false]);
    }),
  );
});
