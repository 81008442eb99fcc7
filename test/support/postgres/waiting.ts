import { until } from '../../faults/until.ts';
import type { Rockola } from '../harness.ts';

/** Waits until at least `least` connections to the database wait for a lock. */
export async function untilWaiting({ sql }: Rockola, least: number): Promise<void> {
  const waiting = `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await until(async () => ((await sql(waiting))[0]?.n as number) >= least, `fewer than ${least} connections wait for a lock`);
}
