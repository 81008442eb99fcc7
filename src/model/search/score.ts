import type { Candidate } from './candidate.ts';
import type { Found } from './found.ts';
import type { Reading } from './reading.ts';
import { weightOf } from './stopWords.ts';
import { type Term, weightOfTerm } from './terms.ts';

/** Why a record came where it did: the points of each part, which add up to the score. */
export type Judgement = { score: number; parts: { [name: string]: number } };

const points = { words: 600, focus: 300, order: 60, known: 40 };

export function scoreOf(reading: Reading, found: Found[], candidate: Candidate): Judgement {
  const { terms, spaces, left } = reading;
  const all = weightSum([...terms, ...left]);
  const words =
    sum(terms.map((term) => weightOfTerm(term) * Math.max(0, ...found.map((one) => qualityIn(one, term) * one.field.weight)))) / all;
  const focus = Math.max(...found.map((one) => focusOf(one, terms, all)));
  const order = Math.max(...found.map((one) => orderOf(one, terms)));
  const albums = candidate.kind === 'artist' ? candidate.albums.length : 0;
  const parts = {
    words: points.words * words,
    focus: points.focus * focus,
    order: points.order * order,
    albums: points.known * Math.min(1, Math.log2(1 + albums) / 6),
    spaces: -20 * spaces,
  };
  return { score: sum(Object.values(parts)), parts };
}

function qualityIn(found: Found, term: Term): number {
  return found.best.get(term)?.quality ?? 0;
}

/** How much of the query and of the text are the same: 1 where the text is what was asked for. */
function focusOf(found: Found, terms: Term[], all: number): number {
  if (found.best.size === 0 || found.field.member === 'description') return 0;
  const asked = sum(terms.map((term) => weightOfTerm(term) * qualityIn(found, term))) / all;
  const places = new Set(terms.flatMap((term) => found.best.get(term)?.place ?? []));
  const words = found.field.words;
  const matched = sum([...places].map((place) => weightOf(words[place]?.text ?? '')));
  const share = matched / sum(words.map(({ text }) => weightOf(text)));
  return found.field.weight * asked * (0.4 + 0.6 * share);
}

/** How many of the query's words stand in the text in the same order and next to each other. */
function orderOf(found: Found, terms: Term[]): number {
  if (terms.length < 2 || found.best.size < 2) return 0;
  let together = 0;
  for (let i = 1; i < terms.length; i++) {
    const before = found.best.get(terms[i - 1] as Term)?.place;
    const place = found.best.get(terms[i] as Term)?.place;
    if (before !== undefined && place === before + 1) together++;
  }
  return (found.field.weight * together) / (terms.length - 1);
}

const weightSum = (terms: Term[]) => sum(terms.map(weightOfTerm));
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
