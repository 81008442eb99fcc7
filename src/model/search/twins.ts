import { nameKeyOf } from './document.ts';

/** Whether two names are likely those of one artist. */
export function areTwins(one: string, other: string): boolean {
  return nameKeyOf(one) === nameKeyOf(other);
}
