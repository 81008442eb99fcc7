import type { Write } from '../store/store.ts';

/** Makes a change in the configured store as the operator. */
export type OperatorWrite = <I, O>(operation: Write<I, O>, input: I) => Promise<O>;
