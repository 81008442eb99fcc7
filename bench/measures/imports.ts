import { join } from 'node:path';
import { writeLines, writeTable } from '../catalogue/files.ts';
import { copyStore, type FilledStore, scratchFolder } from '../catalogue/stores.ts';
import { openLoop } from '../load/closed.ts';
import { connections } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { residentMegabytes, runProgram } from '../processes.ts';
import { readOne } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { type Service, startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf, rateRow, slowdownRow } from './figures.ts';

export const imports: Measure = { ids: ['P11'], title: 'import of a file', run };

const readsPerSecond = 500;

/** The service may use all cores: no load generator needs one during the import. */
async function run(bench: Bench): Promise<Row[]> {
  const store = copyStore(await bench.store(bench.sizes.usual));
  const limitStore = copyStore(await bench.store(bench.sizes.usual));
  const folder = scratchFolder();
  const service = await startService({ database: `sqlite:${store.file}`, core: 'any', env: { ROCKOLA_MAX_IMPORT: '1GiB' } });
  const client = clientOf(service, store);
  const planned = await planTables(bench, client, join(folder, 'table.csv'));
  const imported = await importLines(bench, client, join(folder, 'artists.ndjson'));
  await service.stop();
  const limit = await rounds(bench, {
    'L2, the store alone': (seconds) => runProgram<number>('any', './limits/store.ts', limitStore.file, connections, seconds),
  });
  const work = `import of ${countOf(bench.sizes.large)} artists, durable, with history`;
  const l2 = [spreadOf(limit['L2, the store alone']).median];
  return [...planned, rateRow('P11', work, [imported.perSecond], 'L2, the store alone', l2, 0.5), ...imported.rows];
}

type Job = { id: number; state: string; outcome: { counts: { error: number; conflict: number } } };
type Client = ReturnType<typeof clientOf>;

function clientOf({ url, pid }: Service, store: FilledStore) {
  const headers = { 'X-API-Key': store.key };
  async function ask(method: string, path: string, body?: Blob, type = 'application/json'): Promise<Job> {
    const response = await fetch(`${url}/api/v1${path}`, { method, headers: { ...headers, 'Content-Type': type }, ...(body && { body }) });
    const job = (await response.json()) as Job;
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(job)}`);
    return job;
  }
  /** Waits until the step of an import is done. */
  async function done({ id }: { id: number }): Promise<number> {
    for (;;) {
      const { state, outcome } = await ask('GET', `/jobs/${id}`);
      if (state === 'done' && outcome.counts.error + outcome.counts.conflict === 0) return id;
      if (!['queued', 'running'].includes(state)) throw new Error(`the import is ${state}: ${JSON.stringify(outcome)}`);
      await Bun.sleep(100);
    }
  }
  return {
    ...{ url, pid, store },
    plan: async (file: string, type: string) => done(await ask('POST', '/imports', Bun.file(file), type)),
    apply: async (id: number) => done(await ask('POST', `/imports/${id}/apply`)),
  };
}

/** Each turn plans the whole table, even if that takes longer than a turn should. */
async function planTables(bench: Bench, { url, store, plan }: Client, file: string): Promise<Row[]> {
  const lines = bench.sizes.usual;
  writeTable(file, lines);
  const reads = { workload: readOne(store), connections: 8, rate: readsPerSecond };
  const p99 = async (seconds: number) => (await openLoop(url, [reads], seconds))[0]?.p99 ?? Number.NaN;
  const times: number[] = [];
  const results = await rounds(bench, {
    'GET alone': p99,
    'GET during a plan': async (seconds) => {
      const begin = performance.now();
      const planned = plan(file, 'text/csv').then(() => times.push((performance.now() - begin) / 1_000));
      const [during] = await Promise.all([p99(seconds), planned]);
      return during;
    },
  });
  const work = `plan of ${countOf(lines)} lines of CSV, an artist and an album each`;
  return [
    // The first time is that of the warm-up.
    { id: 'P11', work, unit: 's', value: spreadOf(times.slice(1)), goal: { atMost: 20 } },
    slowdownRow('P11', 'GET p99 during the plan', results['GET during a plan'], results['GET alone'], 2),
  ];
}

async function importLines(bench: Bench, { pid, plan, apply }: Client, file: string): Promise<{ perSecond: number; rows: Row[] }> {
  const artists = bench.sizes.large;
  writeLines(file, artists);
  const before = await residentMegabytes(pid);
  const memory = [before];
  const sampling = setInterval(async () => memory.push(await residentMegabytes(pid)), 500);
  try {
    bench.say(`plan of ${countOf(artists)} artists`);
    const id = await plan(file, 'application/x-ndjson');
    bench.say(`import of ${countOf(artists)} artists`);
    const begin = performance.now();
    await apply(id);
    const perSecond = (artists / (performance.now() - begin)) * 1_000;
    const work = 'memory of the service, beyond that before the import';
    return { perSecond, rows: [{ id: 'P11', work, unit: 'MB', value: spreadOf([Math.max(...memory) - before]), goal: { atMost: 60 } }] };
  } finally {
    clearInterval(sampling);
  }
}
