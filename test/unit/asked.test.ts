import { expect, test } from 'bun:test';
import { askedBy } from '../../src/model/search/asked.ts';
import { cpuClock } from '../support/cpuClock.ts';

const decade = (first: number) => ({ kind: 'decade' as const, decade: first });
const members = { kind: 'members' as const, of: 'Serú Girán' };

test.each([
  ['80s', decade(1980)],
  ["80's", decade(1980)],
  ['los 70', decade(1970)],
  ['Los años 2000', decade(2000)],
  ['discos de los 90', decade(1990)],
  ['albums of the 1960s', decade(1960)],
  ['los 10', decade(2010)],
  ['quién tocó en Serú Girán', members],
  ['¿Quienes tocaron en Serú Girán?', members],
  ['who played in Serú Girán', members],
  ['integrantes de Serú Girán', members],
  ['charly garcia 83', { kind: 'year' as const, number: '83', text: 'charly garcia 1983' }],
  ['babasónicos 03', { kind: 'year' as const, number: '03', text: 'babasónicos 2003' }],
  ['1980', undefined],
  ['80', undefined],
  ['Los 7 Delfines', undefined],
  ['107 Faunos', undefined],
  ['quién', undefined],
  ['', undefined],
])('the search %p asks for %j', (text, asked) => {
  expect(askedBy(text)).toEqual(asked);
});

test('a search of 200 characters is read in little CPU time', () => {
  const took = cpuClock();
  for (const part of ['a ', 'los ', '¿', ' ', "1980's ", 'quién tocó en ']) askedBy(part.repeat(200 / part.length));
  expect(took()).toBeLessThan(50);
});
