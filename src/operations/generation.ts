import type { Awaitable } from '../model/awaitable.ts';
import * as store from '../store/generation.ts';
import type { Reader } from '../store/store.ts';

/** Names what is committed, for what is kept of it elsewhere. */
export function readEdition(reader: Reader, _input: null): Awaitable<string> {
  return store.readEdition(reader);
}
