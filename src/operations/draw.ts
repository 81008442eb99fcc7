import type { Artist } from '../model/artist.ts';
import { dayOf, maxDrawn, ofToday, startOf } from '../model/draw.ts';
import { findChangePast } from '../store/change.ts';
import { type DrawnRow, listRowsAt } from '../store/draw.ts';
import type { Reader } from '../store/store.ts';
import { pickArtists } from './artist.ts';
import { firstSince } from './change.ts';

const atOnce = 512;

/** In ms. A change enters the log a little after it is made. Each node draws only from changes that all nodes have. */
const numberingDelay = 60_000;

/** More artists are drawn than needed, since some may have been deleted. */
const count = 5 * maxDrawn;

/** The draw of the day (UTC) of a moment, in ms since 1970: the same for everybody. */
export function drawOfDay(now: number): Draw {
  return { numbers: ofToday(2_048, now), before: startOf(dayOf(now)) - numberingDelay, count };
}

export function randomDraw(): Draw {
  return { numbers: [...crypto.getRandomValues(new BigUint64Array(atOnce))], before: Number.MAX_SAFE_INTEGER, count };
}

/** Reads `count` artists of a draw, or fewer if there are not so many. */
export async function readDrawn(reader: Reader, { draw, count }: { draw: Draw; count: number }): Promise<Artist[]> {
  return (await pickArtists(reader, { ids: await drawArtists(reader, draw), count })).artists;
}

/** `numbers`: random numbers, which determine the draw. `before`: in ms since 1970. */
export type Draw = { numbers: bigint[]; before: number; count: number };

/**
 * The ids of `count` artists or fewer, each equally likely. The draw reads random places of the log and takes those where an artist was
 * added, so it costs the same however many artists there are. The log before a moment does not change, so every node draws the same; some
 * of the artists may be deleted now. If the log began later, the draw uses the changes of its first moment. If few changes added an artist,
 * it also takes the artists of the other changes.
 */
export async function drawArtists(reader: Reader, { numbers, before, count }: Draw): Promise<bigint[]> {
  const first = await findChangePast(reader, 'asc', 0n, 1);
  if (!first) return [];
  const end = await firstSince(reader, Math.max(before, first.at + 1));
  const drawn: DrawnRow[] = [];
  const added = () => idsOf(drawn.filter((row) => row.added));
  for (let from = 0; from < numbers.length && added().length < count; from += atOnce) {
    const places = numbers.slice(from, from + atOnce).map((number) => 1n + (number % (end - 1n)));
    const rows = await listRowsAt(reader, places);
    drawn.push(...places.flatMap((place) => rows.get(place) ?? []));
  }
  return [...new Set([...added(), ...idsOf(drawn)])].slice(0, count);
}

const idsOf = (rows: DrawnRow[]) => [...new Set(rows.map(({ artistId }) => artistId))];
