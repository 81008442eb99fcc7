import type { Context } from '../model/context.ts';
import type { Write } from '../store/store.ts';

/** Makes a change in the configured store as the operator. @param context what is said of it; nothing where it is absent */
export type OperatorWrite = <I, O>(operation: Write<I, O>, input: I, context?: Context) => Promise<O>;
