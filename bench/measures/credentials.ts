import { copyStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { runProgram } from '../processes.ts';
import { add } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { ratioOf, spreadOf } from '../spread.ts';

export const credentials: Measure = { ids: ['P9'], title: 'check of credentials', run };

/** Compares the cost of the check alone with that of a whole POST with both credentials, each on the same core. */
async function run(bench: Bench): Promise<Row[]> {
  const store = copyStore(await bench.store(bench.sizes.usual));
  const { url } = await startService({ database: `sqlite:${store.file}` });
  const { key, token } = await logIn(url);
  const post = add({ ...store, key });
  const both = { ...post, headers: { ...post.headers, Authorization: `Bearer ${token}` } };
  const results = await rounds(bench, {
    'checks alone': (seconds) => runProgram<number>('served', './limits/credentials.ts', store.file, key, token, seconds),
    'POST with both': async (seconds) => (await closedLoop(url, both, seconds)).perSecond,
  });
  const cost = (rates: number[]) => rates.map((rate) => 1e6 / rate);
  const [check, whole] = [cost(results['checks alone']), cost(results['POST with both'])];
  return [
    {
      id: 'P9',
      work: 'check of API key and bearer token together',
      unit: 'µs',
      value: spreadOf(check),
      against: `a POST with both (${spreadOf(whole).median.toFixed(0)} µs)`,
      ratio: ratioOf(check, whole),
      goal: { atMost: 0.1 },
    },
  ];
}

async function logIn(url: string): Promise<{ key: string; token: string }> {
  const account = { name: 'Ana', email: 'ana@example.org', password: 'i-love-rock' };
  await ask(`${url}/api/v1/user/signup`, account);
  const { email, password } = account;
  const { api_key: key, token } = await ask(`${url}/api/v1/user/login`, { email, password });
  return { key: String(key), token: String(token) };
}

async function ask(url: string, body: object): Promise<Record<string, unknown>> {
  const answer = await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}
