import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { checksumOf } from '../../src/store/migrations.ts';
import { migrations as postgres } from '../../src/store/postgres/migrations.ts';
import { migrations as sqlite } from '../../src/store/sqlite/migrations.ts';
import { storeOf, versions } from '../releases/kept.ts';
import { engines } from '../support/databases.ts';

/** The migrations of this version. The released ones never change: a later version opens a store only if their checksums agree. */
const current = { sqlite, postgres };

/** The migrations in a stored store: number, name and checksum of each. */
const applied = {
  sqlite: (version: string) =>
    Database.deserialize(storeOf(version, 'sqlite')).query('select number, name, checksum from migration order by number').values(),
  postgres: (version: string) =>
    [
      ...storeOf(version, 'postgres')
        .toString()
        .matchAll(/INSERT INTO public\.migration VALUES \((\d+), '(.+?)', '(\w+)', \d+\);/g),
    ].map(([, number, name, checksum]) => [Number(number), name, checksum]),
};

test('the kept stores begin with the first release', () => {
  expect(versions[0]).toBe('0.1.0');
});

describe.each(engines)('on %s', (engine) => {
  test.each(versions)('the migrations of %s are as they were released', (version) => {
    const released = applied[engine](version);
    const now = current[engine].slice(0, released.length).map((migration) => [migration.number, migration.name, checksumOf(migration)]);
    expect([now.length > 0, now]).toEqual([true, released as typeof now]);
  });
});

test('the migrations of both engines have the same numbers', () => {
  expect(postgres.map(({ number }) => number)).toEqual(sqlite.map(({ number }) => number));
});
