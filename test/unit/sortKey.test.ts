import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { bandOrder, nameOrder } from '../../src/model/sortKey.ts';

/** Compares by code points, as both engines do. */
const byKey = (key: (text: string) => string) => (a: string, b: string) => Buffer.compare(Buffer.from(key(a)), Buffer.from(key(b)));

test('names sort as people look for them: without articles and accents, and numbers by value', () => {
  const names = [
    '!!!',
    '2 Minutos',
    '107 Faunos',
    'Los Abuelos de la Nada',
    'Ácido',
    'ACRU',
    'A.N.I.M.A.L.',
    'La',
    'The Lemons',
    'El Mató',
  ];
  const others = ['Nz', 'ñandú', 'Ñu', 'Oconnor', 'La Renga', 'Los Ríos', 'Ríos y mares', 'Sumo', 'Sumo 2', 'Sumo 10', 'U2', 'U10', 'Zas'];
  const all = [...names, ...others];
  expect(all.toReversed().toSorted(byKey(nameOrder))).toEqual(all);
});

test('all spellings of a band have one key, and a band with another word has another key', () => {
  const same = ['Los Ñandúes', 'los nandues', '  LOS   ÑANDÚES!', 'Los N\u0303andu\u0301es'];
  expect(new Set(same.map(bandOrder)).size).toBe(1);
  const others = ['Los Ñandúes', 'Ñandúes', 'La Ñandúes', 'Los Ñandúes 7', 'Los Ñandúes 07', '', '!', '?'];
  expect(new Set(others.map(bandOrder)).size).toBe(others.length);
  expect(bandOrder(' ')).toBe('');
});

test('keys are short enough for an index of any engine, whatever a name contains', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      expect(Buffer.byteLength(nameOrder(name))).toBeLessThan(2_000);
      expect(bandOrder(name).includes('\0')).toBe(bandOrder(name).startsWith('!') && name.includes('\0'));
    }),
  );
  expect(Buffer.byteLength(nameOrder('\ufdfa'.repeat(200)))).toBeLessThan(2_000);
});
