import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { artist } from '../../src/model/artist.ts';
import type { FieldsOf } from '../../src/model/kinds.ts';
import { differing, merge } from '../../src/model/merge.ts';

const { names } = artist;
/** Few values, so that two versions often agree. */
const value = fc.constantFrom('', 'a', 'b', 'c');
const version = fc.record(Object.fromEntries(names.map((name) => [name, value])) as Record<(typeof names)[number], typeof value>);
const three = fc.tuple(version, version, version);

describe('two changes of one record, merged', () => {
  test('give each member without a clash the value of the side that changed it', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const { fields, clashes } = merge(artist, base, mine, theirs);
        for (const name of names.filter((member) => !clashes.includes(member)))
          expect(fields[name]).toBe(mine[name] === base[name] ? theirs[name] : mine[name]);
      }),
    );
  });

  test('clash in exactly the members that both changed to different values, where the merge keeps mine', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const { fields, clashes } = merge(artist, base, mine, theirs);
        for (const name of names) {
          const all = new Set([base[name], mine[name], theirs[name]]);
          expect(clashes.includes(name)).toBe(all.size === 3);
          if (clashes.includes(name)) expect(fields[name]).toBe(mine[name]);
        }
      }),
    );
  });

  test('list the members that only theirs changed; without a clash, exchanging mine and theirs has the same result', () => {
    fc.assert(
      fc.property(three, ([base, mine, theirs]) => {
        const merged = merge(artist, base, mine, theirs);
        expect(merged.onlyTheirs).toEqual(names.filter((name) => mine[name] === base[name] && theirs[name] !== base[name]));
        const turned = merge(artist, base, theirs, mine);
        expect(turned.clashes).toEqual(merged.clashes);
        if (merged.clashes.length === 0) expect(turned.fields).toEqual(merged.fields);
      }),
    );
  });

  test('clash wherever they differ when their base version is unknown', () => {
    fc.assert(
      fc.property(version, version, (mine, theirs) => {
        const { fields, clashes, onlyTheirs } = merge(artist, undefined, mine, theirs);
        expect([fields, onlyTheirs]).toEqual([mine, []]);
        expect(clashes).toEqual(names.filter((name) => mine[name] !== theirs[name]));
      }),
    );
  });

  test('the difference of two versions, applied to the first, gives the second', () => {
    fc.assert(
      fc.property(version, version, (from, to) => {
        const change: Partial<FieldsOf<'artist'>> = differing(artist, from, to);
        expect({ ...from, ...change }).toEqual(to);
        expect(Object.entries(change).every(([name, value]) => from[name as keyof FieldsOf<'artist'>] !== value)).toBe(true);
      }),
    );
  });
});
