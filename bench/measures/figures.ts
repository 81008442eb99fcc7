import type { Load } from '../load/workload.ts';
import type { Row } from '../measure.ts';
import { ratioOf, spreadOf } from '../spread.ts';

export function perSecond(loads: Load[]): number[] {
  return loads.map((load) => load.perSecond);
}

/** Compares rates per second with the rates of something else in the same rounds. */
export function rateRow(id: string, work: string, ours: number[], against: string, theirs: number[], atLeast?: number): Row {
  const goal = atLeast === undefined ? {} : { goal: { atLeast } };
  return { id, work, unit: '/s', value: spreadOf(ours), against, ratio: ratioOf(ours, theirs), ...goal };
}

/** The p99 of reads while something else goes on, compared with the p99 of the same reads alone. All in ms. */
export function slowdownRow(id: string, work: string, during: number[], alone: number[], atMost: number): Row {
  const against = `GET p99 alone (${spreadOf(alone).median.toFixed(2)} ms)`;
  return { id, work, unit: 'ms', value: spreadOf(during), against, ratio: ratioOf(during, alone), goal: { atMost } };
}

/** If the load generator uses more than this share of its core, it may itself be the limit. */
const tooBusy = 0.9;

/** A note if the load generator may have been the limit. */
export function busyNote(loads: Load[]): { note?: string } {
  const most = Math.max(...loads.map(({ busy }) => busy));
  return most > tooBusy ? { note: `the load generator used ${Math.round(most * 100)} % of its core and may be the limit` } : {};
}

/** A number as people read it. */
export function countOf(number: number): string {
  return number.toLocaleString('en-GB', { maximumFractionDigits: 0 });
}
