import { expect, test } from 'bun:test';
import type { Edit } from '../../src/model/edit.ts';
import { gapBefore, sentenceOf } from '../../src/web/edit.ts';
import { editTexts } from '../../src/web/texts/edit.ts';
import { textsIn } from '../../src/web/texts/site.ts';

/** An edit of the service that added artists and albums. */
function editOf(albums: number, cut: boolean): Edit {
  const counts = [
    { kind: 'artist', action: 'create', count: 2 },
    { kind: 'album', action: 'create', count: albums },
  ];
  const revision = { kind: 'artist', id: 1n, version: 1n, action: 'create', accountId: null, reverts: null };
  return { by: 'service', counts, cut, head: { revision, exists: true, name: 'Almendra' }, changes: [], artist: undefined } as never;
}

test.each([
  [1_500, false, 'El sitio agregó 1.500 discos y 2 artistas', 'The site added 1,500 albums and 2 artists'],
  [97, true, 'El sitio agregó más de 90 cosas', 'The site added more than 90 things'],
  [8_098, true, 'El sitio agregó más de 8.000 cosas', 'The site added more than 8,000 things'],
])('an edit of 2 artists and %d albums (more were not counted: %p) is described by a sentence', (albums, cut, es, en) => {
  const sentences = (['es', 'en'] as const).map((language) =>
    sentenceOf({ language, texts: textsIn(language, 'UTC') }, editOf(albums, cut))
      .map((word, i) => gapBefore(word, i) + word.text)
      .join(''),
  );
  expect(sentences).toEqual([es, en]);
});

test('one more thing is in the singular', () => {
  expect([1, 1_159].map(editTexts.es.more)).toEqual(['1 cosa más', '1.159 cosas más']);
});
