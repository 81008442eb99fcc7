import type { ChangeOperation } from '../store/store.ts';

/** Makes a change in the configured store as the operator. */
export type Changer = <I, O>(operation: ChangeOperation<I, O>, input: I) => Promise<O>;
