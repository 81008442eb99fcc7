import { type Cut, cutsOf, piecesOf } from './cuts.ts';
import { canMatch, exactTerm, isLost, type Reading, readingOf, type Term, termOf } from './terms.ts';
import type { Vocabulary } from './vocabulary.ts';
import { isStopWord } from './wordWeight.ts';

const shortestCut = 4;
/** The last piece may be the beginning of a word from this many letters on. */
const shortestUnfinished = 4;
/** How many words of one query are cut; the other words of a hostile query stay as they are. */
const maxCut = 2;
/** All spaces of a query with more letters than this stay where they are. */
const longestGlued = 40;
/** The most readings with cut words, and the most with moved spaces. */
const maxPerWay = 3;

/**
 * Readings of the query in which unknown words are cut, or all spaces are moved. Each piece must be a word of the index, except one that
 * may be misspelt.
 */
export async function readingsWithCuts(terms: Term[], vocabulary: Vocabulary): Promise<Reading[]> {
  const wanted = terms.filter(needsCut).slice(0, maxCut);
  const cuts = new Map<Term, Term[][]>();
  for (const term of wanted) cuts.set(term, await cutsInto(term.exact[0] ?? '', term.prefix !== undefined, vocabulary));
  const most = Math.max(0, ...[...cuts.values()].map((choices) => choices.length));
  const cut = Array.from({ length: most }, (_, choice) => {
    const pieces = terms.flatMap((term) => cuts.get(term)?.[choice] ?? cuts.get(term)?.[0] ?? [term]);
    return readingOf(pieces, pieces.length - terms.length);
  });
  return [...cut.slice(0, maxPerWay), ...(await readingsOfGlued(terms, vocabulary)).slice(0, maxPerWay)];
}

async function readingsOfGlued(terms: Term[], vocabulary: Vocabulary): Promise<Reading[]> {
  const word = terms.map(({ exact }) => exact[0]).join('');
  if (terms.length < 2 || word.length > longestGlued || !terms.some(isLost)) return [];
  const choices = await cutsInto(word, terms.at(-1)?.prefix !== undefined, vocabulary);
  return choices.map((pieces) => readingOf(pieces, 2));
}

/** A word of letters and digits, or of articles ("dela"), is cut even if the index has a similar word. */
function needsCut(term: Term): boolean {
  const {
    known,
    exact: [word = ''],
  } = term;
  return word.length >= shortestCut && (isLost(term) || (!known && (/\d/.test(word) || areGluedArticles(word))));
}

function areGluedArticles(word: string): boolean {
  return Array.from(word, (_, i) => i).some((i) => isStopWord(word.slice(0, i)) && isStopWord(word.slice(i)));
}

async function cutsInto(word: string, unfinished: boolean, vocabulary: Vocabulary): Promise<Term[][]> {
  const known = await vocabulary.known(piecesOf(word));
  const choices: Term[][] = [];
  for (const cut of cutsOf(word, known)) {
    const terms = await termsOf(cut, vocabulary, unfinished);
    if (terms) choices.push(terms);
  }
  return choices;
}

/** The terms of a cut; undefined if its unknown piece resembles no word of the index. */
async function termsOf({ pieces, unknown }: Cut, vocabulary: Vocabulary, unfinished: boolean): Promise<Term[] | undefined> {
  const terms: Term[] = [];
  for (const [i, piece] of pieces.entries()) {
    const open = unfinished && i === pieces.length - 1 && piece.length >= shortestUnfinished;
    const term = i === unknown ? await termOf(piece, vocabulary, open) : exactTerm(piece, open);
    if (!canMatch(term)) return undefined;
    terms.push({ ...term, optional: false });
  }
  return terms;
}
