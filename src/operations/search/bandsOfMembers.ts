import { nameKeyOf } from '../../model/search/duplicates.ts';
import type { Plan } from '../../model/search/plan.ts';
import { byRank, judgeOf, type Ranked } from '../../model/search/relevance.ts';
import { listNamed } from '../../store/search/matching.ts';
import type { Reader } from '../../store/store.ts';
import { noCandidates } from './gather.ts';
import { loadCandidates } from './load.ts';

/** The most artists whose bands are looked up, and the most artists with one name. */
const maxMembers = 5;
const maxNamesakes = 3;
/** Points of the part `whole`: an artist with fewer was found by its texts rather than its name. */
const minByName = 125;

/**
 * Adds the bands of the best artists, if these were found by their texts and not by their names. A search for a misspelt band finds its
 * members by the band's name in their texts, but the band was meant.
 */
export async function withBands(reader: Reader, plan: Plan, ranked: Ranked[]): Promise<Ranked[]> {
  const first = ranked.slice(0, maxMembers).filter(isMember);
  const best = ranked[0];
  if (!best || first[0] !== best || (best.judgement.parts.whole ?? 0) >= minByName) return ranked;
  const keys = new Set(first.map(({ candidate }) => nameKeyOf(candidate.artist.band)));
  const found = new Map(ranked.map((one) => [keyOf(one), one]));
  for (const key of keys) for (const band of await judgeNamed(reader, plan, key)) found.set(keyOf(band), lifted(band, first));
  return [...found.values()].sort(byRank);
}

function isMember({ candidate: { kind, artist } }: Ranked): boolean {
  return kind === 'artist' && artist.band !== '' && nameKeyOf(artist.band) !== nameKeyOf(artist.name);
}

function keyOf({ candidate }: Ranked): string {
  return candidate.kind === 'artist' ? `artist ${candidate.artist.id}` : `album ${candidate.album.id}`;
}

async function judgeNamed(reader: Reader, plan: Plan, key: string): Promise<Ranked[]> {
  const artist = new Set(key ? await listNamed(reader, 'artist', key, { limit: maxNamesakes, within: undefined }) : []);
  const judge = judgeOf(plan);
  return (await loadCandidates(reader, { ...noCandidates(), artist }, ['artist'])).flatMap((candidate) => {
    const judgement = judge(candidate);
    return judgement ? [{ candidate, judgement }] : [];
  });
}

/** Gives a band one point more than its best member, if the band's name has more of the words than the members' names. */
function lifted(band: Ranked, members: Ranked[]): Ranked {
  const { score, parts } = band.judgement;
  const itsMembers = members.filter((member) => nameKeyOf(member.candidate.artist.band) === nameKeyOf(band.candidate.artist.name));
  const wholeOf = ({ judgement }: Ranked) => judgement.parts.whole ?? 0;
  if (itsMembers.some((member) => wholeOf(member) >= wholeOf(band))) return band;
  const more = Math.max(0, ...itsMembers.map((member) => member.judgement.score + 1 - score));
  return { ...band, judgement: { score: score + more, parts: { ...parts, members: more } } };
}
