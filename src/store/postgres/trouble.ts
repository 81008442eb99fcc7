import type { Report } from '../store.ts';
import { kindOf } from './failures.ts';
import { lockNumbers } from './lockNumbers.ts';

/** A failure that is usually temporary is reported after this time, in ms. */
const patience = 30_000;

/** Reports each failure of numbering once, and again after numbering has worked. */
export function createNumberingReporter(up: () => boolean, report: Report, delay = patience) {
  const reported = new Set<string>();
  let since: number | undefined;
  let first: bigint | undefined;

  function reportOnce(cause: string, temporary: boolean, why: string, remedy: string): void {
    since ??= performance.now();
    const early = temporary && performance.now() - since < delay;
    // A server that cannot be reached is reported by watch.ts.
    if (early || !up() || reported.has(cause)) return;
    reported.add(cause);
    report(`revisions are kept but get no number in the revision log: ${why}. ${remedy}`);
  }

  function worked(): void {
    if (reported.size > 0) report('revisions get their numbers again', 'info');
    reported.clear();
    since = undefined;
  }

  return {
    failed(error: Error): void {
      const kind = kindOf(error);
      const code = (error as { code?: string }).code ?? error.message;
      reportOnce(code, kind !== 'defect' && kind !== 'full', error.message, remedyOf(kind, code));
    },
    /** Another session has the lock. @param next the next revision to be numbered: if it changes, that session makes progress */
    lockIsHeld(next: bigint | undefined): void {
      if (next !== first) worked();
      first = next;
      reportOnce('lock', true, 'another session holds the lock for numbering and does nothing', findHolder);
    },
    worked,
  };
}

const findHolder = `Find it and end it: select pid from pg_locks where locktype = 'advisory' and objid = ${lockNumbers.sequencer}`;

function remedyOf(kind: string, code: string): string {
  if (kind === 'full') return 'Make room on the disk of the database.';
  if (code === '42501') return 'The user of DATABASE_URL must own the tables: reassign them to it.';
  if (kind === 'busy' || kind === 'unavailable' || kind === 'retry')
    return 'Look in pg_stat_activity and in the log of the database for what holds it up.';
  return 'Look in the log of the database for what was changed there, and run: rockola check';
}
