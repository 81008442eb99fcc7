import { makeDatabase } from '../../support/databases.ts';
import { lacksProc } from '../../support/load/watch.ts';
import { startPostgres } from '../../support/postgres/server.ts';
import type { Fault, Scale } from '../fault.ts';
import { entryOf, withService } from '../withService.ts';
import { describe, describeGrowth, growthSeen, type Judged, judge, leakSeen } from './judge.ts';
import { type Plan, soakIn, type Watched } from './watch.ts';

/** `leakEvery`: the measurement must exclude a leak of one in `leakEvery` answers. */
type Form = Plan & Judged;

/** In a few seconds, while other tests run, a small leak looks like a warm-up. */
const forms: Record<Scale, Form> = {
  ci: { measure: 3, warm: 45, watch: 60, pause: 1, leakEvery: 100 },
  long: { measure: 10, warm: 120, watch: 7_200, pause: 5, leakEvery: 100 },
};
const engines = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
/** Settings of a server whose writes are not durable. */
const careless = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'];

/** Steady traffic on each engine; the memory after a garbage collection must not grow. */
export const soak: Fault = {
  id: 'F19',
  title: 'A long day at 70 % of what the service can take',
  missing: lacksProc,
  async run(scale, say, minutes) {
    const form = minutes === undefined ? forms[scale] : { ...forms.long, watch: minutes * 60 };
    const { warm, watch, leakEvery } = form;
    const reports: { did: string; found: string; broken: string[] }[] = [];
    for (const [engine, name] of Object.entries(engines)) {
      const watched = await onEngine(engine, form, (watched) => growthSeen(watched, form).length === 0);
      reports.push({ ...describe(name, watched, form), broken: judge(watched, form).map((fault) => `${name}: ${fault}`) });
      say(reports.at(-1)?.found ?? '');
    }
    const short = { ...form, watch: Math.min(watch, 60) };
    const leaky = await onEngine('sqlite', short, (watched) => leakSeen(watched, form), { LEAK_EVERY: String(leakEvery) });
    return {
      did: `${watch} s after ${warm} s to get warm, a fifth of the requests changes; ${reports.map(({ did }) => did).join('; ')}`,
      found: reports.map(({ found }) => found).join('; '),
      control: `one answer in ${leakEvery} kept, and a file a second: ${describeGrowth(leaky, form)}`,
      broken: [...reports.flatMap(({ broken }) => broken), ...(leakSeen(leaky, form) ? [] : ['control: a leak was not seen'])],
    };
  },
};

async function onEngine(
  engine: string,
  plan: Plan,
  isClear: (watched: Watched) => boolean,
  settings: Record<string, string> = {},
): Promise<Watched> {
  const soakOn = (database: Record<string, string>) =>
    withService({ settings: { ...settings, ...database }, entry: entryOf('./soak/probedMain.ts') }, (service) =>
      soakIn(service, plan, isClear),
    );
  if (engine === 'sqlite') return soakOn({});
  const server = process.env.TEST_DATABASE_URL ? undefined : await startPostgres(careless);
  if (server) process.env.TEST_DATABASE_URL = server.url;
  const database = await makeDatabase('', 'postgres');
  try {
    return await soakOn(database.settings);
  } finally {
    await database.drop();
    await server?.stop();
    if (server) delete process.env.TEST_DATABASE_URL;
  }
}
