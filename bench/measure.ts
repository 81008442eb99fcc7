import type { FilledStore } from './catalogue/stores.ts';
import type { Spread } from './spread.ts';

export type Say = (progress: string) => void;

/** The parameters of a measure: the number and length of its turns, and the stores. */
export type Bench = {
  pairs: number;
  seconds: number;
  say: Say;
  /** Numbers of artists. Most figures use `usual`; the others are compared with each other. */
  sizes: { usual: number; small: number; large: number; all: number[] };
  /** The load average of one minute before the bench began: other work makes the figures worse. */
  loadBefore: number;
  store(size: number): Promise<FilledStore>;
};

export type Goal = { atLeast: number } | { atMost: number };

/**
 * A line of the result. `ratio`: of `value` to the figure that `against` names. The goal is for the ratio, or if there is none for `value`.
 */
export type Row = {
  id: string;
  work: string;
  unit: string;
  value: Spread;
  against?: string;
  ratio?: Spread;
  goal?: Goal;
  note?: string;
  /** Its point in the plot. */
  point?: { line: string; artists: number };
};

/** A line for something that was not measured, and why: it is not installed, or (`failed`) it broke. */
export type Missing = { id: string; work: string; missing: string; failed?: true };

/** The bench stops the services that `run` has started, and removes its copies of stores. */
export type Measure = { ids: string[]; title: string; run(bench: Bench): Promise<(Row | Missing)[]> };

/** Whether a goal is reached by the median, or undefined where there is none. */
export function reached({ value, ratio = value, goal }: Row): boolean | undefined {
  if (!goal) return undefined;
  return 'atLeast' in goal ? ratio.median >= goal.atLeast : ratio.median <= goal.atMost;
}
