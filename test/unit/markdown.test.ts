import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { plainWords, safeHtml } from '../../src/web/markdown.ts';

/** What makes elements, and what tries to be one or to leave one. */
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

test('of a description only allowed elements are left, with no attribute but addresses of the web', () => {
  fc.assert(
    fc.property(description, (text) => {
      for (const [tag] of safeHtml(text).matchAll(/<[^>]*>?/g)) expect([text, tag]).toEqual([text, expect.stringMatching(allowed)]);
    }),
    { numRuns: 2_000 },
  );
});

test('the words of a description are one line of so many characters at most', () => {
  fc.assert(
    fc.property(description, fc.nat({ max: 60 }), (text, most) => {
      const words = plainWords(text, most + 2);
      expect([words.length <= most + 3, /[\n\u202e]|^\s|\s$/.test(words)]).toEqual([true, false]);
    }),
  );
});
