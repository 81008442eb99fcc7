import type { StartRefused } from '../../model/startRefused.ts';
import type { Report } from '../store.ts';
import type { Job, Outcome } from './batch.ts';
import type { Lag } from './catchUp.ts';

/** Messages to the writer thread: the store to open; jobs; a revision that a search needs in the index; null to end after all of these. */
export type ToWriter = { open: string } | { jobs: Job[] } | { index: bigint } | null;

/** `indexRests`: the index has every revision, or its last step has failed. In both cases no search should wait for it. */
export type Done = { outcomes: Outcome[]; commitSeconds?: number; lag?: Lag; indexRests?: boolean; failure?: string };

/**
 * Messages of the writer thread: a step of an upgrade, the reason why the store cannot be opened or that it is open, then batches and steps
 * of the index.
 */
export type FromWriter = { step: Parameters<Report> } | { refused: Pick<StartRefused, 'reasons' | 'exitCode'> } | { opened: Lag } | Done;
