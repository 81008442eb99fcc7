import { expect, test } from 'bun:test';
import { identifierSchemes } from '../../src/config/identifierScheme.ts';
import { InvalidValue } from '../../src/config/values.ts';
import { addSchemes, ownSchemes, readIdentifier } from '../../src/model/identifierScheme.ts';
import { cpuClock } from '../support/cpuClock.ts';

const link = 'https://x.example.org/{value}';

test('a scheme has a kind, name, pattern and link; artists and albums may have schemes of the same name', () => {
  expect(identifierSchemes('none')).toEqual([]);
  expect(identifierSchemes(` artist  zine [a-z0-9._-]+ ${link};album zine x ${link}`)).toEqual([
    { kind: 'artist_identifier', scheme: 'zine', pattern: '[a-z0-9._-]+', link },
    { kind: 'album_identifier', scheme: 'zine', pattern: 'x', link },
  ]);
});

test.each([
  ['', 'must have four words for each scheme'],
  [`band zine x ${link}`, 'must have four words for each scheme'],
  [`constructor zine x ${link}`, 'must have four words for each scheme'],
  [`artist zine x ${link};`, 'must have four words for each scheme'],
  [`artist zine x ${link} more`, 'must have four words for each scheme'],
  [`artist discogs x ${link}`, 'must name each scheme once'],
  [`artist zine x ${link}; artist zine y ${link}`, 'must name each scheme once'],
  [`artist Zine x ${link}`, 'must have names of'],
  [`artist z x ${link}`, 'must have names of'],
  ...[
    '(a+)+',
    'a+b+c+',
    '[a-z]{1,2}[a-z]?[a-z]*',
    '.+',
    'a|b',
    '^a',
    '\\d+',
    '[^a]',
    '[z-a]',
    '[a-',
    'a{3,1}',
    'a**',
    'a,b',
    'a'.repeat(41),
  ].map((pattern) => [`artist zine ${pattern} ${link}`, 'must have patterns of']),
  ...[
    'javascript:{value}',
    'ftp://x/{value}',
    'https://x/',
    'https://x/{value}/{value}',
    'https://[/{value}',
    `https://x/{value}/${'x'.repeat(500)}`,
  ].map((address) => [`artist zine x ${address}`, 'must have links that']),
  [Array.from({ length: 21 }, (_, i) => `artist zine${i} x ${link}`).join(';'), 'must have at most 20'],
])('%s is refused: it %s', (text, must) => {
  expect(() => identifierSchemes(text as string)).toThrow(InvalidValue);
  expect(() => identifierSchemes(text as string)).toThrow(must as string);
});

test('an identifier is read quickly, whatever its length', () => {
  addSchemes([{ kind: 'artist_identifier', scheme: 'slow', pattern: '[a-z-]+[a-z-]+', link }]);
  expect(ownSchemes('artist_identifier')).toEqual(['slow']);
  const took = cpuClock();
  for (const length of [390, 8_000])
    expect(readIdentifier('artist_identifier', 'slow', `${'-'.repeat(length)}!`)).toEqual([
      'value',
      ['identifierForm', 'slow', expect.any(String)],
    ]);
  expect(took()).toBeLessThan(100);
});
