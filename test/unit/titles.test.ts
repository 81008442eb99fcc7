import { expect, test } from 'bun:test';
import { titleOf } from '../../src/model/kinds.ts';

/** A title is the text of links, and nobody finds a link with an empty text. */
test.each([
  ['artist', { name: 'Manal' }, 'Manal'],
  ['album', { name: 'Manal' }, 'Manal'],
  ['membership', { credited: 'Javier Martínez' }, 'Javier Martínez'],
  ['track', { title: 'Jugo de tomate' }, 'Jugo de tomate'],
  ['album_source', { url: 'https://example.org/manal', text: 'La contratapa' }, 'https://example.org/manal'],
  ['album_source', { url: '', text: 'La contratapa' }, 'La contratapa'],
  ['artist_source', { url: '', text: 'La contratapa' }, 'La contratapa'],
  ['artist_details', { place: 'La Plata' }, undefined],
  ['a kind of a newer program', { name: 'x' }, 'x'],
])('the title of %s %j is a text or undefined, never an empty text', (kind, record, title) => {
  expect(titleOf(kind, record)).toBe(title as string);
});
