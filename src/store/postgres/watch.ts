import { unavailable } from '../../model/problem.ts';
import type { Report } from '../store.ts';
import { migrations } from './migrations.ts';
import { createProbe } from './probe.ts';
import { refusal } from './refusal.ts';

/** The pause between two probes, in ms. */
const interval = 250;
/** The time limit of a probe, in ms. */
const patience = 750;
/** The time limit of the first probe, in ms. It is longer, since a start may be busy. */
const firstPatience = 5_000;

/**
 * Probes the server on a separate connection, so that a silent server is noticed within a second. Other connections would wait for their
 * statements much longer.
 *
 * @param lost called when the server is out of reach
 * @throws StartRefused where the first probe fails
 */
export async function startWatch(url: string, report: Report, lost: () => void) {
  const probe = createProbe(url, migrations.length);
  await probe.look(firstPatience).catch((error) => {
    throw refusal(url, error);
  });
  let up = true;
  let stopped = false;
  /** Each rejects one current call. A promise that all calls share would keep all their results in memory (`Promise.race`). */
  const underWay = new Set<(why: Error) => void>();

  function setReachable(reachable: boolean, why = ''): void {
    if (reachable === up) return;
    up = reachable;
    if (reachable) {
      report('the database is back', 'info');
      return;
    }
    report(`the database is out of reach: ${why}`);
    const problem = unavailable('The database is out of reach. A change under way may or may not have been kept.');
    for (const giveUp of underWay) giveUp(problem);
    lost();
  }

  async function whileUp<T>(work: () => Promise<T>): Promise<T> {
    if (!up) throw unavailable('The database is out of reach; nothing was changed.');
    const { promise: down, reject: giveUp } = Promise.withResolvers<never>();
    underWay.add(giveUp);
    try {
      return await Promise.race([work(), down]);
    } finally {
      underWay.delete(giveUp);
    }
  }

  const done = (async () => {
    for (await Bun.sleep(interval); !stopped; await Bun.sleep(interval)) {
      await probe.look(patience).then(
        () => setReachable(true),
        (error) => setReachable(false, String(error.message)),
      );
    }
    await probe.close();
  })();

  return {
    /** @throws Problem `unavailable` as soon as the server is out of reach, even while `work` waits */
    whileUp,
    up: (): boolean => up,
    stop(): Promise<void> {
      stopped = true;
      return done;
    },
  };
}
