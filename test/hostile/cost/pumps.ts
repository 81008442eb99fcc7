/** A text that grows: the part before, the repeated part, and the part after. */
export type GrowingText = { before: string; unit: string; behind: string };

const pump = (unit: string, before = '', behind = ''): GrowingText => ({ before, unit, behind });

/**
 * Texts that careless code reads slowly, since it normalises, decodes, splits, nests or backtracks. A text that almost matches a pattern
 * ends with something that prevents the match.
 */
export const growingTexts: Record<string, GrowingText> = {
  letters: pump('a'),
  capitals: pump('İΣẞ'),
  digits: pump('1'),
  'digits, then a letter': pump('1', '', 'x'),
  spaces: pump(' '),
  'spaces, then a letter': pump(' ', 'a', 'x'),
  'tabs and spaces': pump('\t ', 'a', 'x'),
  'marks of two classes': pump('\u0301\u0323'),
  'marks on a letter': pump('\u0323\u0301\u0327', 'a'),
  'syllables in parts': pump('\u1100\u1161\u11a8'),
  'letters that NFKC expands': pump('\ufdfa'),
  'surrogate pairs': pump('🎸'),
  'a flag and joiners': pump('\u{1f1e6}\u200d'),
  'right to left': pump('\u202eא'),
  'line ends': pump('\u2028'),
  'at signs': pump('@'),
  'an address with many dots': pump('a.', 'a@', 'org'),
  'an address with many dots before the @': pump('a.', '', '@example.org'),
  'an address with hyphens': pump('-', 'a@a', 'a.org!'),
  'an international address': pump('ü', 'a@', '.example'),
  'an ASCII form': pump('a', 'a@xn--', '.example'),
  'ASCII forms': pump('xn--a.', 'a@', 'example'),
  'other dots': pump('a。', 'a@', 'example'),
  'user info': pump('@', 'http://'),
  'user info with colons': pump(':a@', 'http://a'),
  'steps up': pump('../', 'http://example.org/'),
  escapes: pump('%41', 'http://example.org/'),
  'international host': pump('ü', 'http://', '/'),
  'marks of a host': pump('\u0323\u0301\u0327', 'http://a', '/'),
  'marks of a path': pump('\u0323\u0301\u0327', 'http://example.org/'),
  'marks behind the @': pump('\u0323\u0301\u0327', 'a@a', '.org'),
  'numbers of a host': pump('1.', 'http://'),
  'brackets of a host': pump(':', 'http://[', ']'),
  addresses: pump('http://'),
  backslashes: pump('\\'),
  slashes: pump('/'),
  'a fraction of a second': pump('1', '2030-01-01T00:00:00.', '!'),
  dates: pump('2030-01-01T00:00:00Z '),
  tags: pump('"a",'),
  'tags, then none': pump('"a" , ', '', 'a'),
  'weak tags': pump('W/"a",'),
  'a tag without end': pump('a', '"'),
  quotes: pump('"'),
  commas: pump(' ,', '', 'x'),
  semicolons: pump(';'),
  'ranges with weights': pump('a/b;q=0.1,', '', '*/*'),
  'ranges that ascend': pump('a;q=0.2,b;q=0.3,'),
  'a range with parameters': pump(';a="\\""', 'text/html'),
  'languages without weight': pump('a-'),
  'equals signs': pump('=', 'a'),
  'many parts': pump('a=1;', 'application/json;'),
  'addresses of proxies': pump('127.0.0.1,', '', '127.0.0.1'),
  'long addresses of proxies': pump('::ffff:127.0.0.1, '),
  colons: pump(':'),
  'dots and digits': pump('1.'),
  'a token': pump('a.', 'Bearer '),
  'a token behind spaces': pump(' ', 'Bearer', '!'),
  'a token of equals signs': pump('=', 'Bearer a', '!'),
  'a token with a large part': pump('eyJh', 'Bearer eyJhbGciOiJIUzI1NiJ9.', '.a'),
  'a trace': pump('-', `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`),
  browsers: pump('Mozilla/5.0 (X11; Linux x86_64) '),
};

/** @param length the most code points */
export function ofLength({ before, unit, behind }: GrowingText, length: number): string {
  const [rest, step] = [before + behind, unit].map((text) => [...text].length) as [number, number];
  return before + unit.repeat(Math.max(0, Math.floor((length - rest) / step))) + behind;
}

/** @param size in bytes of UTF-8 */
export function repeatedTo({ before, unit, behind }: GrowingText, size: number): string {
  const left = size - Buffer.byteLength(before + behind);
  return before + unit.repeat(Math.max(0, Math.floor(left / Buffer.byteLength(unit)))) + behind;
}
