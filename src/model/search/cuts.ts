import { isNumber } from './sound.ts';
import { isStopWord } from './wordWeight.ts';

/**
 * A word cut into several that were written without spaces. Each piece is a word of the index, except the one at the position `unknown`,
 * which may be misspelt.
 */
export type Cut = { pieces: string[]; unknown: number | undefined };

const longestPiece = 16;
const maxPieces = 10;
/** The fewest letters of a misspelt piece. */
const shortestUnknown = 4;
/** The most cuts with an unknown piece. */
const maxGuesses = 4;

/** All pieces of a word that could be words, to look them up in the vocabulary. */
export function piecesOf(word: string): string[] {
  const pieces = new Set<string>();
  for (let start = 0; start < word.length; start++) {
    const last = Math.min(word.length, start + longestPiece);
    for (let end = start + 1; end <= last; end++) {
      const piece = word.slice(start, end);
      // A store accepts no half of a surrogate pair.
      if (piece.isWellFormed()) pieces.add(piece);
    }
  }
  return [...pieces];
}

/** The best cut into known words. If there is none, the most likely cuts with one unknown piece. */
export function cutsOf(word: string, known: ReadonlySet<string>): Cut[] {
  const heads = headsOf(word, known);
  const whole = heads[word.length];
  const cut = whole && { pieces: whole.pieces, unknown: undefined };
  if (cut && isLikely(word, cut, whole.cost, 0.5)) return [cut];
  return guesses(word, heads, tailsOf(word, known));
}

type Chain = { pieces: string[]; cost: number };

/** Element n is the best cut of the first n letters of the word into known words. */
function headsOf(word: string, known: ReadonlySet<string>): (Chain | undefined)[] {
  const heads: (Chain | undefined)[] = [{ pieces: [], cost: 0 }];
  for (let end = 1; end <= word.length; end++) {
    for (let start = Math.max(0, end - longestPiece); start < end; start++) {
      const before = heads[start];
      const piece = word.slice(start, end);
      if (!before || piece === word || !known.has(piece)) continue;
      const cost = before.cost + costOf(piece);
      if (cost < (heads[end]?.cost ?? Number.POSITIVE_INFINITY)) heads[end] = { pieces: [...before.pieces, piece], cost };
    }
  }
  return heads;
}

function tailsOf(word: string, known: ReadonlySet<string>): (Chain | undefined)[] {
  const reversedKnown = new Set([...known].map(reversed));
  return headsOf(reversed(word), reversedKnown).map((chain) => chain && { ...chain, pieces: chain.pieces.map(reversed).reverse() });
}

const reversed = (word: string) => [...word].reverse().join('');

/** Cuts with few and long pieces are more likely. A single letter is a word only if it is an article or a number. */
function costOf(piece: string): number {
  if (isNumber(piece)) return 0.5;
  if (isStopWord(piece)) return piece.length === 1 ? 1.5 : 1;
  if (piece.length === 1) return Number.POSITIVE_INFINITY;
  return piece.length === 2 ? 2 : piece.length === 3 ? 1.5 : 1;
}

/** Keeps a misspelt word from being cut into a chain of short pieces. */
function isLikely(word: string, { pieces }: Cut, cost: number, maxCostPerLetter: number): boolean {
  const lettersInLong = pieces.filter((piece) => piece.length > 2 || isNumber(piece)).join('').length;
  return pieces.length <= maxPieces && cost <= word.length * maxCostPerLetter && lettersInLong >= word.length / 2;
}

/** The cuts with one unknown piece between known ones. A longer unknown piece costs more, and so do more pieces. */
function guesses(word: string, heads: (Chain | undefined)[], tails: (Chain | undefined)[]): Cut[] {
  const found: (Cut & { cost: number })[] = [];
  for (const [start, head] of heads.entries()) {
    for (let end = start + shortestUnknown; head && end <= word.length; end++) {
      const tail = tails[word.length - end];
      if (!tail || end - start === word.length) continue;
      const cost = head.cost + tail.cost + (end - start) ** 2 / 20;
      found.push({ pieces: [...head.pieces, word.slice(start, end), ...tail.pieces], unknown: head.pieces.length, cost });
    }
  }
  const likely = found.filter((cut) => isLikely(word, cut, cut.cost, 0.4));
  return likely.sort((one, other) => one.cost - other.cost).slice(0, maxGuesses);
}
