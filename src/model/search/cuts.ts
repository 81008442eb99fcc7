import { isNumber } from './sound.ts';
import { isStopWord } from './wordWeight.ts';

/** A word taken as several that were written without spaces: each piece a word of the index, but one that may have typos. */
export type Cut = { pieces: string[]; unknown: number | undefined };

const longestPiece = 16;
const maxPieces = 10;
/** Letters that a piece with typos must have. */
const shortestUnknown = 4;
const maxGuesses = 4;

/** The pieces of a word that may be words of their own, to ask the vocabulary for. */
export function piecesOf(word: string): string[] {
  const pieces = new Set<string>();
  for (let start = 0; start < word.length; start++) {
    const last = Math.min(word.length, start + longestPiece);
    for (let end = start + 1; end <= last; end++) {
      const piece = word.slice(start, end);
      // Half of a character is no text that a store takes.
      if (piece.isWellFormed()) pieces.add(piece);
    }
  }
  return [...pieces];
}

/** The best cut into known words, or where there is none the likeliest ones with one piece that is not known. */
export function cutsOf(word: string, known: ReadonlySet<string>): Cut[] {
  const heads = headsOf(word, known);
  const whole = heads[word.length];
  const cut = whole && { pieces: whole.pieces, unknown: undefined };
  if (cut && isLikely(word, cut, whole.cost, 0.5)) return [cut];
  return guesses(word, heads, tailsOf(word, known));
}

type Chain = { pieces: string[]; cost: number };

/** For each length the best way to cut so much of the beginning into known words. */
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
  const turned = new Set([...known].map(turn));
  return headsOf(turn(word), turned).map((chain) => chain && { ...chain, pieces: chain.pieces.map(turn).reverse() });
}

const turn = (word: string) => [...word].reverse().join('');

/** Few and long pieces are likelier. One letter is a word only as an article or a number. */
function costOf(piece: string): number {
  if (isNumber(piece)) return 0.5;
  if (isStopWord(piece)) return piece.length === 1 ? 1.5 : 1;
  if (piece.length === 1) return Number.POSITIVE_INFINITY;
  return piece.length === 2 ? 2 : piece.length === 3 ? 1.5 : 1;
}

/** So that a misspelt word is not taken for a chain of scraps. */
function isLikely(word: string, { pieces }: Cut, cost: number, maxCostPerLetter: number): boolean {
  const inLong = pieces.filter((piece) => piece.length > 2 || isNumber(piece)).join('').length;
  return pieces.length <= maxPieces && cost <= word.length * maxCostPerLetter && inLong >= word.length / 2;
}

/** The cuts with one piece that is not known, between what is: the longer that and the fewer pieces the sooner. */
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
