import { describe, expect, test } from 'bun:test';
import { areDuplicates, keysNear, nameKeyOf } from '../../src/model/search/duplicates.ts';
import { starterCatalogue } from '../../src/starter.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const random = randomFrom(seed);

const duplicates: [string, string][] = [
  ['Charly García', 'Charlie Garcia'],
  ['Charly García', 'GARCÍA, CHARLY'],
  ['Soda Stereo', 'Soda Stéreo'],
  ['Soda Stereo', 'Sodastereo'],
  ['Soda Stereo', 'Zoda Estereo'],
  ['Soda Stereo', 'Sodaestereo'],
  ['PorSuiGieco', 'Por Sui Gieco'],
  ['Los Gatos', 'Losgatos'],
  ['Los Abuelos de la Nada', 'Abuelosdelanada'],
  ['La 25', 'La25'],
  ['Él Mató a un Policía Motorizado', 'El mato un policia motorizado'],
  ['Los Piojos', 'Piojos'],
  ['La Renga', 'Renga'],
  ['Pedro y Pablo', 'Pedro & Pablo'],
  ['Los 7 Delfines', 'Los Siete Delfines'],
  ['Attaque 77', 'Ataque 77'],
  ['Hermética', 'Ermetica'],
  ['Sumo', 'Zumo'],
  ['Virus', 'Birus'],
  ['A.N.I.M.A.L.', 'Animal'],
  ['Ricardo Mollo', 'Ricardo Moyo'],
  ['!!!', ' !!!'],
];

const others: [string, string][] = [
  ['Los Redondos', 'Los Redonditos'],
  ['Los Gatos', 'Los Patos'],
  ['Los Gatos', 'Los Gatos Salvajes'],
  ['Soda Stereo', 'Soda Stereo 2'],
  ['Attaque 77', 'Attaque 78'],
  ['V8', 'V9'],
  ['La 25', 'La26'],
  ['Mariano Martínez', 'Mariana Martínez'],
  ['Gabriel Martínez', 'Gabriela Martínez'],
  ['Wos', 'Zas'],
  ['Pez', 'Pecas'],
  ['Spinetta', 'Luis Alberto Spinetta'],
  ['!!!', '???'],
];

describe('duplicates', () => {
  test.each(duplicates)('%s and %s are likely the same artist', (left, right) => {
    expect([areDuplicates(left, right), areDuplicates(right, left)]).toEqual([true, true]);
  });

  test.each(others)('%s and %s are two artists', (left, right) => {
    expect([areDuplicates(left, right), areDuplicates(right, left)]).toEqual([false, false]);
  });

  test('in the starter catalogue only two bands that people do confuse count as duplicates', () => {
    const names = starterCatalogue('es').map(({ name }) => name);
    const sample = names.filter(() => random.below(8) === 0);
    const confused = sample.flatMap((name) => names.filter((other) => other !== name && areDuplicates(name, other)));
    expect(confused.filter((name) => !name.includes('spíritu'))).toEqual([]);
    expect(areDuplicates('Espíritu', 'Los Espíritus')).toBe(true);
  });

  test('a key is the same however a name is spaced and accented', () => {
    expect(nameKeyOf('Él  MATÓ, a un policía-motorizado')).toBe(nameKeyOf('el mato un policiamotorizado'));
    expect(nameKeyOf('Dos Minutos')).toBe('2minutos');
    expect(nameKeyOf('El y la')).toBe('elyla');
    expect(nameKeyOf('🎸')).toBe('');
  });
});

test('the keys near a key differ by one letter that is removed, added or replaced, or by two neighbours exchanged', () => {
  const letter = () => 'abcdefghijklmnopqrstuvwxyz'[random.below(26)] ?? 'a';
  for (let n = 0; n < 200; n++) {
    const key = Array.from({ length: 2 + random.below(38) }, letter).join('');
    const place = random.below(key.length - 1);
    const [head, first, second, tail] = [key.slice(0, place), key.charAt(place), key.charAt(place + 1), key.slice(place + 2)];
    const near = keysNear(key);
    for (const edited of [
      head + second + tail,
      head + letter() + first + second + tail,
      head + letter() + second + tail,
      head + second + first + tail,
    ])
      expect([key, edited, near.includes(edited)]).toEqual([key, edited, true]);
  }
});
