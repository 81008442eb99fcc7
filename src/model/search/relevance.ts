import { entryKinds } from '../record.ts';
import { type Candidate, descriptionField, shortFields } from './candidate.ts';
import { type FindIn, type Found, findInFor, isAtBest, isComplete } from './found.ts';
import type { Plan } from './plan.ts';
import { type Judgement, scoreOf } from './score.ts';
import type { Reading } from './terms.ts';
import { isYear } from './variants.ts';

/** A share of the best score; records with less are not shown. */
const leastShare = 0.5;

export type Ranked = { candidate: Candidate; judgement: Judgement };
export type Judge = (candidate: Candidate) => Ranked | undefined;

/** Returns a function that scores a record by a plan; undefined if each reading requires a word that the record lacks. */
export function judgeOf(plan: Plan): Judge {
  const findIn = findInFor(plan);
  return (candidate) => {
    const best = bestReading(plan, foundIn(candidate, plan, findIn), candidate);
    return best && { candidate, judgement: best.judgement };
  };
}

export function bestReading(
  { readings }: Plan,
  found: Found[],
  candidate: Candidate,
): { reading: Reading; judgement: Judgement } | undefined {
  const judged = readings
    .filter((reading) => isComplete(reading, found, candidate.kind))
    .map((reading) => ({ reading, judgement: scoreOf(reading, found, candidate) }));
  return judged.reduce<(typeof judged)[number] | undefined>(
    (best, next) => (best && best.judgement.score >= next.judgement.score ? best : next),
    undefined,
  );
}

/** The matching texts of a candidate. Its description is read only if it may match a word better than the short texts. */
export function foundIn(candidate: Candidate, { readings }: Plan, findIn: FindIn): Found[] {
  const isByYears = readings[0]?.terms.every(({ optional, exact: [word = ''] }) => optional || isYear(word)) ?? false;
  const found = shortFields(candidate, isByYears).flatMap((field) => findIn(field) ?? []);
  if (readings.some(({ terms }) => terms.every((term) => term.optional || isAtBest(term, found)))) return found;
  const description = descriptionField(candidate);
  const more = description && findIn(description);
  return more ? [...found, more] : found;
}

/** A total order: the higher score first, then artists before albums, then the lower id. */
export function byRank(one: Ranked, other: Ranked): number {
  const better = other.judgement.score - one.judgement.score;
  if (better !== 0) return better;
  const earlier = entryKinds.indexOf(one.candidate.kind) - entryKinds.indexOf(other.candidate.kind);
  if (earlier !== 0) return earlier;
  return idOf(one.candidate) < idOf(other.candidate) ? -1 : 1;
}

export function idOf(candidate: Candidate): bigint {
  return candidate.kind === 'artist' ? candidate.artist.id : candidate.album.id;
}

/** The ordered results without those that are far weaker than the best. */
export function withoutTail(ranked: Ranked[]): Ranked[] {
  const least = (ranked[0]?.judgement.score ?? 0) * leastShare;
  return ranked.filter(({ judgement }) => judgement.score >= least);
}
