import fc from 'fast-check';

/**
 * Percent-encoded parameters with texts that nobody types to find an artist, by name. Each must get an answer, or a refusal with a reason.
 */
export const hostile: Record<string, string> = {
  nothing: '',
  'white space': '%20%09%20',
  'one letter': 'a',
  'one letter with its mark apart': 'n%CC%83',
  'a digit': '7',
  'only punctuation': encoded('…!?¿¡.,;:-_()[]{}'),
  'wildcards of LIKE': encoded('%_%__%'),
  'wildcards between letters': encoded('s%d_ st*'),
  stars: '*'.repeat(50),
  'an open quote': encoded('"soda'),
  quotes: encoded(`'"'"''""`),
  'end of a statement': encoded(`'; drop table artist; --`),
  'operators of FTS5': encoded('soda NOT stereo OR (virus AND NEAR(a b, 5)) ^x name:y -z +w'),
  'operators of tsquery': encoded('soda & !stereo | (virus <-> a) :* <2> \\'),
  'a column of FTS5': encoded('{name band} : soda'),
  'only operators': encoded('AND OR NOT NEAR'),
  'brackets without end': '('.repeat(150),
  'a regular expression': encoded('(a+)+$|[^x]*'),
  emoji: encoded('🎸🤘🏽👨‍👩‍👧‍👦'),
  'a word and an emoji': encoded('soda🎸stereo'),
  'right-to-left marks': encoded('\u202esoda\u202c \u200fstereo\u2066'),
  'joiners without width': encoded('so\u200bda\u200d ste\ufeffreo'),
  'letters beyond 16 bits': encoded('𐀀𐀀𐀀𐀀 𐐷𐐷𐐷𐐷𐐷𐐷soda'),
  'other scripts': encoded('Сода Стерео ソーダ 소다 صودا'),
  'a Turkish i, a sharp s, ligatures': encoded('İıſßﬀ ﷺ'),
  'a lone surrogate': '%ED%A0%80soda',
  'a lone surrogate at the end': 'soda%ED%B0%80',
  'half a character': 'soda%C3',
  'an overlong slash': '%C0%AF',
  'half an escape': 'soda%2',
  'no escape': 'soda%zz',
  NUL: 'soda%00stereo',
  'control characters': '%01%02%1F%7F',
  'line ends': 'soda%0D%0AX-Injected:%20yes',
  'a long word': 'a'.repeat(199),
  'a long word of one letter and marks': `a${'%CC%81'.repeat(60)}`,
  '2,500 combining marks': `a${'%CC%81'.repeat(2_500)}`,
  '10 kB': 'soda+'.repeat(2_000),
  '10 kB of one word': 'x'.repeat(10_000),
  '200 words': Array.from({ length: 200 }, (_, i) => `w${i}`).join('+'),
  '12 words of nothing': Array.from({ length: 12 }, (_, i) => `zq${i}xw`).join('+'),
  '12 words that are near many': 'mano+cano+pano+sano+lano+vano+mana+cana+pana+sana+lana+vana',
  'very common words': 'de+la+y+el+los+las+en+con+rock',
  'the commonest word': 'de',
  'a common word and one that is nowhere': 'de+zzqqxxww',
  'the same word again and again': 'rock+rock+rock+rock+rock+rock+rock+rock+rock+rock',
  'one letter, many times': 'a+b+c+d+e+f+g+h+i+l+m+n',
  'glued, 100 letters': 'delaylosrockargentinobandade'.repeat(4).slice(0, 100),
  'glued of short words': 'lalalalalalalalalalalalalalalalalalalala',
  'twelve years': '1960+1970+1980+1990+2000+2010+2020+1985+1986+1987+1988+1989',
  'twelve articles': 'el+la+los+las+un+una+de+del+y+a+en+the',
  digits: '9'.repeat(100),
  'a number beyond all': '1e309',
  'a path': encoded('../../etc/passwd'),
  'a template': encoded('${' + '7*7}{{7*7}}<%= 7*7 %>'),
  'a tag': encoded('<script>alert(1)</script>'),
};

/** Repeated parameters, and parameters that cannot be combined. */
export const hostileQueries = (name: string): Record<string, string> => ({
  'no parameter': '',
  'the parameter twice': `${name}=soda&${name}=virus`,
  'the parameter as a list': `${name}[]=soda`,
  'the parameter as an object': `${name}[$ne]=soda`,
  'a thousand parameters': Array.from({ length: 1_000 }, () => `${name}=a`).join('&'),
  'an unknown parameter': `${name}=soda&fuzzy=1`,
  'a parameter without a value': name,
});

const fragments = [
  ...['de', 'la', 'soda', 'estereo', 'garsia', 'ñ', 'a', '77', 'charly', 'zq', 'rock', 'Ll', 'l', 'ss', 'ß'],
  ...['"', "'", '*', '%', '_', '-', '^', ':', '(', ')', '\\', '\0', '\n', '\t', ' ', '  ', '+', '|', '&', '!', '<->', ' OR ', ' NEAR/2 '],
  ...['\u0301', '\u202e', '\u200d', '🎸', 'ﬀ', '漢', '\u{10ffff}', '\ufffd'],
];

/** A percent-encoded text of characters that an engine may take for operators. */
export const hostileText: fc.Arbitrary<string> = fc
  .array(fc.oneof(fc.constantFrom(...fragments), fc.string({ unit: 'grapheme', maxLength: 4 })), { minLength: 1, maxLength: 24 })
  .map((parts) => encoded(parts.join('')));

function encoded(text: string): string {
  return encodeURIComponent(text);
}
