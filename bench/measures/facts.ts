import { copyStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { add, addMembership, listDeep, lookUp, readAll, readBands, readMembers, readOne, searchAlias } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { perSecond, rateRow } from './figures.ts';
import { oneAtATime } from './searchTimes.ts';

export const facts: Measure = { ids: ['P17'], title: 'what is known of an artist', run };

async function run(bench: Bench): Promise<Row[]> {
  const store = await bench.store(bench.sizes.usual);
  const service = await startService({ database: `sqlite:${store.file}` });
  const artists = await startService({ database: `sqlite:${copyStore(store).file}` });
  const memberships = await startService({ database: `sqlite:${copyStore(store).file}` });
  const load =
    (workload: Workload, { url } = service) =>
    (seconds: number) =>
      closedLoop(url, workload, seconds);
  const results = await rounds(bench, {
    'GET one': load(readOne(store)),
    include: load(readAll(store)),
    'list of 10': load(listDeep(store)),
    members: load(readMembers(store)),
    bands: load(readBands(store)),
    POST: load(add(store), artists),
    'POST membership': load(addMembership(store), memberships),
  });
  const lookUps = await rounds(bench, {
    identifiers: oneAtATime(service.url, lookUp(store)),
    aliases: oneAtATime(service.url, searchAlias(store)),
  });

  const row = (work: string, name: keyof typeof results, label: string, against: keyof typeof results, goal: number) =>
    rateRow('P17', work, perSecond(results[name]), label, perSecond(results[against]), goal);
  const timed = (work: string, name: keyof typeof lookUps, atMost: number): Row => {
    const value = spreadOf(lookUps[name].map(({ p50 }) => p50));
    return { id: 'P17', work: `${work}, one at a time, p50`, unit: 'ms', value, goal: { atMost } };
  };
  return [
    row('an artist with `include` of everything', 'include', 'GET one', 'GET one', 0.25),
    row('members of an artist', 'members', 'a list of 10, each time another page', 'list of 10', 0.5),
    row('bands of an artist', 'bands', 'a list of 10, each time another page', 'list of 10', 0.5),
    timed('look-up of 100 identifiers', 'identifiers', 3),
    timed('search by an alias, with a typo', 'aliases', 5),
    row('POST membership', 'POST membership', 'POST artist', 'POST', 0.8),
  ];
}
