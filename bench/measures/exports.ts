import type { Bench, Measure, Row } from '../measure.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf } from './figures.ts';

export const exports: Measure = { ids: ['P18'], title: 'export of the catalogue', run };

/** A turn is one whole export, however long it takes. */
async function run(bench: Bench): Promise<Row[]> {
  const { file, size } = await bench.store(bench.sizes.usual);
  const { url } = await startService({ database: `sqlite:${file}` });
  const results = await rounds(bench, {
    'lines of JSON': () => recordsPerSecond(url, 'ndjson', 'identity'),
    'lines of JSON, compressed': () => recordsPerSecond(url, 'ndjson', 'gzip'),
  });
  return Object.entries(results).map(([name, rates]) => ({
    id: 'P18',
    work: `export of ${countOf(size)} artists and all under them, ${name}`,
    unit: '/s',
    value: spreadOf(rates),
    ...(name === 'lines of JSON' && { goal: { atLeast: 50_000 } }),
  }));
}

async function recordsPerSecond(url: string, format: string, encoding: string): Promise<number> {
  const begin = performance.now();
  const response = await fetch(`${url}/api/v1/export?format=${format}`, { headers: { 'Accept-Encoding': encoding } });
  let last = '';
  for await (const piece of response.body ?? []) last = (last + Buffer.from(piece).subarray(-200).toString('latin1')).slice(-200);
  const seconds = (performance.now() - begin) / 1_000;
  const records = /\{"records":(\d+),"complete":true\}\n$/.exec(last)?.[1];
  if (records === undefined) throw new Error(`the export was not complete: ${last}`);
  return Number(records) / seconds;
}
