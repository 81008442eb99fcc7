import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeLines } from '../catalogue/files.ts';
import { copyStore, scratchFolder } from '../catalogue/stores.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf, rateRow } from './figures.ts';
import { clientOf } from './imports.ts';
import { listen } from './listeners.ts';

export const burst: Measure = { ids: ['P15'], title: 'streams of an import', run };

const listeners = 100;
const changes = 10_000;

/** `perSecond`: changes until the last listener has all of them. `p99`: see `Heard`. */
type Turn = { perSecond: number; p99: number };

async function run(bench: Bench): Promise<Row[]> {
  const store = copyStore(await bench.store(bench.sizes.usual));
  const folder = scratchFolder();
  const file = join(folder, 'artists.ndjson');
  writeLines(file, changes);
  const service = await startService({ database: `sqlite:${store.file}` });
  const { plan, apply } = clientOf(service, store);
  const turn = (count: number) => async (): Promise<Turn> => {
    const id = await plan(file, 'application/x-ndjson', '?match=none');
    const group = count > 0 ? await listen(service.url, count) : undefined;
    const begin = Date.now();
    await apply(id);
    const end = Date.now();
    const heard = await group?.end();
    if (heard && heard.events !== changes * count) throw new Error(`the listeners got ${heard.events} events`);
    return { perSecond: changes / (((heard?.newest ?? end) - begin) / 1_000), p99: heard?.p99 ?? Number.NaN };
  };
  const { alone, beside } = await rounds<Turn, 'alone' | 'beside'>(bench, { alone: turn(0), beside: turn(listeners) });
  await service.stop();
  store.remove();
  rmSync(folder, { recursive: true });
  const rates = (turns: Turn[]) => turns.map(({ perSecond }) => perSecond);
  const work = `import of ${countOf(changes)} artists`;
  return [
    rateRow('P15', `${work} until ${listeners} listeners have all`, rates(beside), `${work} alone`, rates(alone)),
    { id: 'P15', work: 'commit to arrival meanwhile, p99', unit: 'ms', value: spreadOf(beside.map(({ p99 }) => p99)) },
  ];
}
