import { findIdBehind, listNames, type NamedArtist } from '../store/artist.ts';
import type { Reader } from '../store/store.ts';

/** Artists in one part of the map: making and compressing one takes some milliseconds. */
const partSize = 2_000;

/** The artists of one part of the map: those after an id. */
export function readSitemapPart(reader: Reader, { after }: { after: bigint }): Promise<NamedArtist[]> {
  return listNames(reader, after, partSize);
}

/** Where each part of the map begins: the id that its first artist comes after. */
export async function listSitemapParts(reader: Reader): Promise<bigint[]> {
  const parts = [0n];
  for (let after = await findIdBehind(reader, 0n, partSize); after !== undefined; after = await findIdBehind(reader, after, partSize))
    parts.push(after);
  return parts;
}
