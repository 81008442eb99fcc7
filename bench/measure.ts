import type { FilledStore } from './catalogue/stores.ts';
import type { Spread } from './spread.ts';

export type Say = (progress: string) => void;

/** What a measure is given: how long to look, and the stores. */
export type Bench = {
  pairs: number;
  seconds: number;
  say: Say;
  /** Artists: what most figures are about, and the sizes whose figures are compared. */
  sizes: { usual: number; small: number; large: number; all: number[] };
  /** Processes that ran before the bench began, as a mean over a minute: other work, which the figures suffer from. */
  loadBefore: number;
  store(size: number): Promise<FilledStore>;
};

export type Goal = { atLeast: number } | { atMost: number };

/** A line of the result. `value` is what was measured; `ratio` is what the goal is about, where there is one. */
export type Row = {
  id: string;
  work: string;
  unit: string;
  value: Spread;
  against?: string;
  ratio?: Spread;
  goal?: Goal;
  note?: string;
  /** The point of the plot that it is. */
  point?: { line: string; artists: number };
};

/** A line about what could not be measured, and why: it is not here, or (`failed`) it broke. */
export type Missing = { id: string; work: string; missing: string; failed?: true };

export type Measure = { ids: string[]; title: string; run(bench: Bench): Promise<(Row | Missing)[]> };

/** Whether a goal is reached by the median, or undefined where there is none. */
export function reached({ value, ratio = value, goal }: Row): boolean | undefined {
  if (!goal) return undefined;
  return 'atLeast' in goal ? ratio.median >= goal.atLeast : ratio.median <= goal.atMost;
}
