import { appendFileSync, writeFileSync } from 'node:fs';
import { toJson } from '../../src/model/json.ts';
import { generatedArtist } from './generate.ts';

/** Files of generated artists that no store of the bench has. */
const fileSeed = 3;

/** A line of JSON for each artist. */
export function writeLines(path: string, artists: number): void {
  write(path, '', artists, (place) => toJson({ kind: 'artist', record: generatedArtist(fileSeed, place).artist }));
}

/** A table with an artist and an album on each line. The number in their names keeps them apart. */
export function writeTable(path: string, lines: number): void {
  write(path, 'artist,artist.description,album,year\n', lines, (place) => {
    const { artist, albums } = generatedArtist(fileSeed, place);
    const cells = [`${artist.name} ${place}`, artist.description, `${albums[0]?.name ?? 'Disco'} ${place}`, albums[0]?.year ?? 1970];
    return cells.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join();
  });
}

const linesPerWrite = 10_000;

function write(path: string, head: string, lines: number, lineOf: (place: number) => string): void {
  writeFileSync(path, head);
  for (let from = 0; from < lines; from += linesPerWrite) {
    const places = Array.from({ length: Math.min(linesPerWrite, lines - from) }, (_, n) => from + n);
    appendFileSync(path, places.map((place) => `${lineOf(place)}\n`).join(''));
  }
}
