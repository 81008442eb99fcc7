import type { Artist } from '../model/artist.ts';
import { dayOf, maxDrawn, numbersOfDay, startOf } from '../model/draw.ts';
import { findChangePast } from '../store/change.ts';
import { type DrawnRow, listRowsAt } from '../store/draw.ts';
import type { Reader } from '../store/store.ts';
import { pickArtists } from './artist.ts';
import { firstSince, numberingDelay } from './change.ts';

const atOnce = 512;

/** More artists are drawn than needed, since some may have been deleted. */
const idCount = 5 * maxDrawn;

/** The draw of a day (UTC), the same for everybody. @param now a moment of the day, in ms since 1970 */
export function drawOfDay(now: number): Draw {
  return { numbers: numbersOfDay(2_048, now), before: startOf(dayOf(now)) - numberingDelay };
}

export function randomDraw(): Draw {
  return { numbers: [...crypto.getRandomValues(new BigUint64Array(atOnce))], before: Number.MAX_SAFE_INTEGER };
}

/** Reads `count` artists of a draw, or fewer if there are not so many. */
export async function readDrawn(reader: Reader, { draw, count }: { draw: Draw; count: number }): Promise<Artist[]> {
  return (await pickArtists(reader, { ids: await drawArtists(reader, draw), count })).artists;
}

/** `numbers`: random numbers, which determine the draw. `before`: only changes before this moment are drawn, in ms since 1970. */
export type Draw = { numbers: bigint[]; before: number };

/**
 * The ids of at most `idCount` artists, each equally likely. The draw reads random places of the log and takes those where an artist was
 * added, so it costs the same however many artists there are. The log before a moment does not change, so every node draws the same; some
 * of the artists may be deleted now. If the whole log is later than that moment, only its first changes are drawn from. If too few artists
 * were added at these places, those of the other changes at these places follow.
 */
export async function drawArtists(reader: Reader, { numbers, before }: Draw): Promise<bigint[]> {
  const first = await findChangePast(reader, 'asc', 0n, 1);
  if (!first) return [];
  const end = await firstSince(reader, Math.max(before, first.at + 1));
  const drawn: DrawnRow[] = [];
  const added = () => idsOf(drawn.filter((row) => row.added));
  for (let from = 0; from < numbers.length && added().length < idCount; from += atOnce) {
    const places = numbers.slice(from, from + atOnce).map((number) => 1n + (number % (end - 1n)));
    const rows = await listRowsAt(reader, places);
    drawn.push(...places.flatMap((place) => rows.get(place) ?? []));
  }
  return [...new Set([...added(), ...idsOf(drawn)])].slice(0, idCount);
}

const idsOf = (rows: DrawnRow[]) => [...new Set(rows.map(({ artistId }) => artistId))];
