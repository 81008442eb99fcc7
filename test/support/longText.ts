import fc from 'fast-check';

/** Pieces of Markdown that may make a page very long, or its parser slow. */
const costlyPieces = [
  ...[
    '|',
    '|\n',
    '||',
    '| |',
    '|-',
    '|a',
    '|:-:',
    '\n',
    '\n\n',
    '\r',
    '> ',
    '>',
    '- ',
    '-\n',
    '+\n',
    '1.\n',
    '9) ',
    '    ',
    '\t',
    '#\n',
    '---\n',
    '`',
    '```',
    'www.',
    '_www.',
    '\\```',
    '*',
    '_',
    '~~',
  ],
  ...[
    '[a]',
    '[a]: http://a.b/',
    '[a]: <http://',
    '[a][',
    '[b\n]: ',
    '![a]',
    '](',
    '[',
    ']',
    '(',
    '"',
    '&',
    '&ngE;',
    '<',
    '>',
    '\\',
    'a',
    'ñ',
    '🎸',
  ],
  ...['www.a.b ', 'https://a.b ', '<https://a.b>', '<x:y>', 'a@b.c ', '- [ ] ', '\u2028', '\0'],
];
const run = fc.tuple(fc.array(fc.constantFrom(...costlyPieces), { minLength: 1, maxLength: 6 }), fc.nat({ max: 12 }));
export const longText = fc
  .array(run, { minLength: 1, maxLength: 8 })
  .map((runs) => runs.map(([pieces, doubled]) => pieces.join('').repeat(2 ** doubled)).join(''))
  .map((text) => text.slice(0, 20_000));

/** Texts that once became very long pages or took seconds: wide tables, an address that many links share, marks that the parser repeats. */
export const textsThatGrew = [
  `${'|'.repeat(129)}\n${'|-'.repeat(128)}|\n${'|\n'.repeat(9_700)}`,
  `> ${'|'.repeat(21)}\n> ${'|-'.repeat(20)}|\n${'> |\n'.repeat(4_900)}`,
  `|a|\u2028\n|-|-|-|-|-|-|-|-|-|-|\n${'\u00a0\n'.repeat(9_900)}`,
  `[a]: <http://${'"'.repeat(3_000)}>\n\n${'[a]'.repeat(5_600)}`,
  '\\``a'.repeat(5_000),
  '_www.'.repeat(4_000),
  'x_WWW.a'.repeat(2_800),
];
