import { expect, test } from 'bun:test';
import starter from '../../starter/artists.json' with { type: 'json' };

const text = (path: string) => Bun.file(new URL(`../../${path}`, import.meta.url)).text();
const albums = starter.flatMap((artist) => artist.albums);

test('the pages say how much the starter catalogue has', async () => {
  const plain = async (path: string) => (await text(path)).replaceAll('\n', ' ');
  expect(await plain('starter/README.md')).toContain(`${starter.length} artists of Argentine rock with ${albums.length} album entries`);
  expect(await plain('starter/README.md')).toContain(`1001 to ${1000 + starter.length}, albums 1001 to ${1000 + albums.length}`);
  expect(await plain('starter/README.md')).toContain(`of which ${albums.filter(({ seen }) => seen).length} seen`);
  expect(await plain('starter/README.md')).toContain(`| verified artists | ${starter.filter(({ verified }) => verified).length} |`);
  expect(await plain('README.md')).toContain(`${starter.length} real artists and ${albums.length} albums`);
});

test('no name stands twice, no album twice under an artist, and every artist has a source', () => {
  expect(new Set(starter.map(({ name }) => name)).size).toBe(starter.length);
  for (const { name, albums, sources } of starter) {
    expect([name, new Set(albums.map((album) => album.name)).size]).toEqual([name, albums.length]);
    expect([name, sources.length > 0]).toEqual([name, true]);
  }
});
