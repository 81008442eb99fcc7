import { expect, test } from 'bun:test';
import { artistParts } from '../../src/model/artistParts.ts';
import { factKinds, kindRows, kinds, parentOf } from '../../src/model/record.ts';
import { formKinds } from '../../src/web/paths.ts';

test('the site has forms for every kind of record', () => {
  expect(formKinds.toSorted()).toEqual(kinds.toSorted());
});

test('an artist can be read with each kind of fact about it', () => {
  const known: readonly string[] = artistParts;
  expect(factKinds.filter((kind) => parentOf(kind) === 'artist' && !known.includes(kindRows[kind].segment))).toEqual([]);
});
