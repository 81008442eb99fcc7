import { expect, test } from 'bun:test';
import type { ImportRow } from '../../src/model/import/importRow.ts';
import { findByIdentifiers } from '../../src/operations/import/byIdentifier.ts';
import { createPlanning, identifiersOf } from '../../src/operations/import/draft.ts';
import { rejectionOf } from '../support/failure.ts';

/** A plan of an import into a store in which no record has an identifier. */
const plan = () =>
  createPlanning(async () => ({ holders: [] }) as never, 'identifier', { columnOf: () => null, reading: { format: 'discogs' } });
const row = (artist: number, value: number): ImportRow => ({
  ...{ line: 1, kind: 'artist_identifier', id: -1n, artistId: BigInt(artist), albumId: undefined, partial: false },
  fields: { scheme: 'discogs', value: String(value) },
});
const noted = (planning: ReturnType<typeof plan>, artist: number) =>
  identifiersOf(planning, { kind: 'artist', id: BigInt(artist) } as ImportRow)?.map(({ value }) => Number(value));

test('a plan notes each identifier of a new artist once, until it has noted more than `noted` characters', async () => {
  const planning = plan();
  const values = Array.from({ length: 9 }, (_, i) => 101 + i);
  // Each takes 35 characters, so three take 105, and the fourth is beyond the limit.
  await findByIdentifiers(
    planning,
    [...values, 101, ...values].map((value) => row(1, value)),
    { noted: 100, identified: 1 },
  );
  await findByIdentifiers(planning, [row(1, 110)], { noted: 100, identified: 1 });
  expect(noted(planning, 1)).toEqual([101, 102, 103]);
});

test('a file with too many new artists that have identifiers is refused', async () => {
  const planning = plan();
  const max = { noted: 100, identified: 2 };
  await findByIdentifiers(planning, [row(1, 1), row(2, 2), row(1, 3)], max);
  expect(await rejectionOf(findByIdentifiers(planning, [row(3, 4)], max))).toContain('has more than 2 new artists and albums');
});
