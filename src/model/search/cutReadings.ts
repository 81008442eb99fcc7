import { type Cut, cutsOf, piecesOf } from './cuts.ts';
import { type Reading, readingOf } from './reading.ts';
import { type Term, termOf } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';

const shortestCut = 4;
/** Words of one query that are cut: the rest of a hostile one stays as it is. */
const mostCut = 3;

/** The query with words cut that no record has, where their pieces are words of the index or one of them almost is. */
export async function readingsWithCuts(terms: Term[], vocabulary: Vocabulary): Promise<Reading[]> {
  const wanted = terms.filter(needsCut).slice(0, mostCut);
  const cuts = new Map<Term, Term[][]>();
  for (const term of wanted) cuts.set(term, await cutsInto(term, vocabulary));
  const most = Math.max(0, ...[...cuts.values()].map((choices) => choices.length));
  return Array.from({ length: most }, (_, choice) => {
    const pieces = terms.map((term) => cuts.get(term)?.[choice] ?? cuts.get(term)?.[0] ?? [term]);
    return readingOf(pieces.flat(), pieces.flat().length - terms.length);
  });
}

function needsCut({ known, near, exact }: Term): boolean {
  return !known && !near.some(({ typos }) => typos === 1) && (exact[0] ?? '').length >= shortestCut;
}

async function cutsInto({ exact: [word = ''], prefix }: Term, vocabulary: Vocabulary): Promise<Term[][]> {
  const known = await vocabulary.known(piecesOf(word));
  const choices: Term[][] = [];
  for (const cut of cutsOf(word, known)) {
    const terms = await termsOf(cut, vocabulary, prefix !== undefined);
    if (terms) choices.push(terms);
  }
  return choices;
}

/** The terms of a cut, or undefined where its unknown piece is nothing either. */
async function termsOf({ pieces, unknown }: Cut, vocabulary: Vocabulary, unfinished: boolean): Promise<Term[] | undefined> {
  const terms: Term[] = [];
  for (const [i, piece] of pieces.entries()) {
    const term = await termOf(piece, vocabulary, unfinished && i === pieces.length - 1);
    if (i === unknown && !term.known && term.near.length === 0 && term.beginning.length === 0) return undefined;
    terms.push(term);
  }
  return terms;
}
