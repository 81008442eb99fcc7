import type { Album } from '../album.ts';
import type { Artist } from '../artist.ts';
import type { Plan } from './plan.ts';

/** A record that may be meant, with what its words may be spread over. */
export type Candidate = { kind: 'artist'; artist: Artist; albums: Album[] } | { kind: 'album'; artist: Artist; album: Album };

/** Why a record came where it did: points of each part; they add up to the score. */
export type Judgement = {
  score: number;
  parts: { name: string; points: number }[];
};

/** How well a record answers a query, or undefined where it lacks a word of it. */
export function judge(plan: Plan, candidate: Candidate): Judgement | undefined {
  void plan;
  void candidate;
  return { score: 0, parts: [] };
}

export type Ranked<C extends Candidate = Candidate> = { candidate: C; judgement: Judgement };

/** A total order: the higher score first, then artists before albums, then the lower id. */
export function byRank(one: Ranked, other: Ranked): number {
  const better = other.judgement.score - one.judgement.score;
  if (better !== 0) return better;
  if (one.candidate.kind !== other.candidate.kind) return one.candidate.kind === 'artist' ? -1 : 1;
  return idOf(one.candidate) < idOf(other.candidate) ? -1 : 1;
}

function idOf(candidate: Candidate): bigint {
  return candidate.kind === 'artist' ? candidate.artist.id : candidate.album.id;
}
