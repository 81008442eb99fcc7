import * as store from '../store/overview.ts';
import type { Reader } from '../store/store.ts';

/** How much there is, for administrators. */
export function readOverview(reader: Reader, _input: null): Promise<store.Overview> {
  return store.readOverview(reader);
}
