import { expect, test } from 'bun:test';
import catalogue from '../../starter/catalogue.json' with { type: 'json' };
import { figuresOf, reaches } from '../search/judge.ts';
import { sets } from '../search/set.ts';

const starter = catalogue.artists;
const all = Object.values(sets).flat();

test('every answer of the judged sets is in the starter catalogue', () => {
  const albums = starter.flatMap(({ name, albums }) => albums.map((album) => `${name} / ${album.name}`));
  const known = new Set([...starter.map(({ name }) => name), ...albums]);
  expect(all.flatMap(({ wanted }) => wanted.filter((answer) => !known.has(answer)))).toEqual([]);
  expect(all.filter(({ wanted }) => wanted.length === 0)).toEqual([]);
});

test('the judged sets have each query once, and cover more than 60% of the artists', () => {
  expect(new Set(all.map(({ query }) => query)).size).toBe(all.length);
  const wanted = new Set(all.flatMap(({ wanted }) => wanted.map((answer) => answer.split(' / ')[0])));
  expect(wanted.size).toBeGreaterThan(starter.length * 0.6);
});

test('the figures are computed from the places of the answers, and both goals must be reached', () => {
  const foundAt = (place?: number) => ({ kind: '', query: '', wanted: [], answer: '', found: [], place });
  const figures = figuresOf([foundAt(1), foundAt(1), foundAt(3), foundAt()]);
  expect(figures).toEqual({ queries: 4, first: 0.5, firstFive: 0.75 });
  expect(reaches({ queries: 1, first: 0.9, firstFive: 0.98 })).toBe(true);
  expect(reaches({ queries: 1, first: 0.89, firstFive: 1 })).toBe(false);
  expect(reaches({ queries: 1, first: 0.95, firstFive: 0.97 })).toBe(false);
});
