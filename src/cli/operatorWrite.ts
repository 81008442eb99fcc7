import type { Context } from '../model/context.ts';
import type { Write } from '../store/store.ts';

/** Writes to the configured store as the operator. @param context comment and source of the change */
export type OperatorWrite = <I, O>(operation: Write<I, O>, input: I, context?: Context) => Promise<O>;

/** Opens the store at the first write and keeps it open for all others. */
export type WithWrites = <T>(work: (write: OperatorWrite) => Promise<T>) => Promise<T>;
