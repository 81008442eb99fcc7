import { expect, test } from 'bun:test';
import { createNumberMap, digestOf } from '../../src/model/numberMap.ts';
import { createRowIds } from '../../src/operations/import/apply.ts';
import { createFileIds } from '../../src/operations/import/fileIds.ts';

test('a map of numbers keeps each entry as it grows, whatever its keys are', () => {
  const keys = [
    ...Array.from({ length: 5_000 }, (_, i) => i),
    ...Array.from({ length: 5_000 }, (_, i) => -1 - i),
    ...Array.from({ length: 5_000 }, (_, i) => digestOf(`Almendra ${i}`)),
    ...Array.from({ length: 1_000 }, (_, i) => 1024 * 2 ** 32 * i + 2 ** 31),
    Number.MAX_SAFE_INTEGER,
    Number.MIN_SAFE_INTEGER,
  ];
  const map = createNumberMap(2);
  const model = new Map<number, [number, number]>();
  for (const [i, key] of [...keys, ...keys.slice(0, 100)].entries()) {
    expect(map.has(key)).toBe(model.has(key));
    map.set(key, i, -i);
    model.set(key, [i, -i]);
  }
  for (const [key, [first, second]] of model) expect([map.get(key), map.get(key, 1)]).toEqual([first, second]);
  for (const key of [-1e9, 1e9, 5_000, 2 ** 53]) expect([map.has(key), map.get(key)]).toEqual([false, undefined]);
});

test('keys that are chosen to collide make the map at most 20 times as slow', () => {
  const timeOf = (keyOf: (i: number) => number) => {
    const begun = performance.now();
    const map = createNumberMap(0);
    for (let i = 1; i <= 30_000; i++) map.set(keyOf(i));
    return performance.now() - begun;
  };
  const [usual, chosen] = [(i: number) => i, (i: number) => i * 2 ** 32 + i].map((keyOf) =>
    Math.min(...Array.from({ length: 5 }, () => timeOf(keyOf))),
  ) as [number, number];
  expect(chosen).toBeLessThan(20 * usual + 20);
});

test('ids that are too large to be exact as numbers are kept apart', () => {
  const ids = [1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n];
  for (const id of ids) {
    const file = createFileIds('name');
    file.setLeftOut('artist', id);
    expect([file.refOf('artist', id), file.refOf('album', id), file.isCreated('artist', id)]).toEqual([null, undefined, false]);
    for (const other of ids) {
      file.setStored('artist', id, other);
      expect(file.refOf('artist', id)).toBe(other);
    }
    expect(ids.filter((other) => file.has('artist', other))).toEqual([id]);
    file.setCreated('album', id, 7);
    expect([file.refOf('album', id), file.isCreated('album', id)]).toEqual([{ row: 7 }, true]);
  }
});

test('rows keep their ids, however many follow', () => {
  const ids = createRowIds();
  const idOf = (row: number) => 2n ** 62n + BigInt(row);
  for (let row = 1; row <= 5_000; row++) if (row % 3 !== 0) ids.set(row, idOf(row));
  ids.set(60_000, idOf(60_000));
  for (let row = 1; row <= 5_001; row++) expect(ids.get(row)).toBe(row % 3 !== 0 && row <= 5_000 ? idOf(row) : undefined);
  expect([ids.get(60_000), ids.get(59_999), ids.get(1e9)]).toEqual([idOf(60_000), undefined, undefined]);
});
