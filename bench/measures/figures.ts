import type { Load } from '../load/workload.ts';

export function perSecond(loads: Load[]): number[] {
  return loads.map((load) => load.perSecond);
}

/** Above this share of its core the load generator itself may be what was measured. */
const tooBusy = 0.9;

/** Says so where the load generator may have been the limit. */
export function busyNote(loads: Load[]): { note?: string } {
  const most = Math.max(...loads.map(({ busy }) => busy));
  return most > tooBusy ? { note: `the load generator used ${Math.round(most * 100)} % of its core and may be the limit` } : {};
}

/** A number as people read it. */
export function countOf(number: number): string {
  return number.toLocaleString('en-GB', { maximumFractionDigits: 0 });
}
