import { openConnection } from './connection.ts';

/** A request and its expected status. */
export type Question = { status: number; request: string };

/** The difference between the times of two answers, in ms: the median of the pairs, and the interval of the true median. */
export type Gap = { median: number; low: number; high: number; pairs: number };

/** In standard deviations of the normal distribution: the true median is outside the interval once in a thousand times. */
const deviations = 3.3;
/** Also the number of pairs to warm up. */
const minPairs = 200;

/**
 * Sends two requests alternately, in a random order for each pair, since the first may change the server's state for the second. Ends once
 * the median is known to half of `precision` in each direction.
 *
 * @param maxPairs ends the comparison, however wide the interval is
 * @throws where a request gets an unexpected answer
 */
export async function comparePairs(port: number, a: Question, b: Question, precision: number, maxPairs: number): Promise<Gap> {
  const connection = await openConnection(port);
  const gaps: number[] = [];
  async function time({ request, status }: Question): Promise<number> {
    const reply = await connection.send(request);
    if (reply?.status !== status) throw new Error(`answered ${reply?.status ?? 'by nobody'}, not ${status}: ${request}`);
    return reply.ms;
  }
  async function addPair(): Promise<void> {
    const isAFirst = Math.random() < 0.5;
    const first = await time(isAFirst ? a : b);
    const second = await time(isAFirst ? b : a);
    gaps.push(isAFirst ? first - second : second - first);
  }
  try {
    // The first requests of a program are slower than all later ones.
    for (let i = 0; i < minPairs; i++) await addPair();
    gaps.length = 0;
    for (;;) {
      for (let i = 0; i < minPairs; i++) await addPair();
      const gap = gapOf(gaps);
      if (gap.high - gap.low <= precision || gap.pairs >= maxPairs) return gap;
    }
  } finally {
    connection.end();
  }
}

/** @param gaps of each pair; the interval is that of the sign test, which assumes no distribution */
export function gapOf(gaps: number[]): Gap {
  const sorted = gaps.toSorted((a, b) => a - b);
  const at = (rank: number) => sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(rank)))] as number;
  const middle = (sorted.length - 1) / 2;
  const reach = (deviations * Math.sqrt(sorted.length)) / 2;
  return { median: at(middle), low: at(middle - reach), high: at(middle + reach), pairs: sorted.length };
}
