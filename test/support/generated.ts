import fc, { type RunDetails } from 'fast-check';
import { seed } from './seed.ts';

/** Preloaded into every test run: generated tests share one seed, and a failure prints how to repeat it. */
fc.configureGlobal({ seed, reporter: report });

function report(details: RunDetails<unknown>): void {
  if (!details.failed) return;
  throw new Error(`${fc.defaultReportMessage(details)}\nRepeat it with TEST_SEED=${details.seed} in the environment.`, {
    cause: details.errorInstance,
  });
}
