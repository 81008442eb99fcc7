import { unavailable } from '../../model/problem.ts';
import type { Report } from '../store.ts';
import { migrations } from './migrations/index.ts';
import { createProbe } from './probe.ts';
import { refusal } from './refusal.ts';

/** How often the server is asked whether it is there, how long it may take to say so, and how long at a busy start, in ms. */
const interval = 250;
const patience = 750;
const firstPatience = 5_000;

export type Watch = {
  /** Waits for work as long as the server is there. @throws Problem `unavailable` as soon as it is not */
  whileUp<T>(work: () => Promise<T>): Promise<T>;
  up(): boolean;
  stop(): Promise<void>;
};

/**
 * Asks the server on a connection of its own whether it is there, so that a server that went silent is known within a
 * second, however long its connections would let a statement wait.
 *
 * @param lost is called when the server is out of reach
 * @throws StartRefused where it is not there to begin with
 */
export async function startWatch(url: string, report: Report, lost: () => void): Promise<Watch> {
  const lookout = createProbe(url, migrations.length);
  await lookout.look(firstPatience).catch((error) => {
    throw refusal(url, error);
  });
  let up = true;
  let stopped = false;
  /** Of calls under way. A promise that outlived them would keep all they ever brought. */
  const underWay = new Set<(why: Error) => void>();

  function settle(reachable: boolean, why = ''): void {
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
      await lookout.look(patience).then(
        () => settle(true),
        (error) => settle(false, String(error.message)),
      );
    }
    await lookout.close();
  })();

  return {
    whileUp,
    up: () => up,
    stop() {
      stopped = true;
      return done;
    },
  };
}
