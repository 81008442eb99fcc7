import { Database } from 'bun:sqlite';
import { type HookTarget, startHookTarget } from '../../test/support/hookTarget.ts';
import { copyStore, type FilledStore } from '../catalogue/stores.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { add } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { ratioOf, spreadOf } from '../spread.ts';

export const webhooks: Measure = { ids: ['webhooks'], title: 'webhooks beside a target that does not answer', run };

const stuckHooks = 1_000;

async function run(bench: Bench): Promise<Row[]> {
  const store = await bench.store(bench.sizes.usual);
  const alone = await serviceWithHooks(copyStore(store), 0);
  const beside = await serviceWithHooks(copyStore(store), stuckHooks);
  const results = await rounds(bench, { alone: alone.turn, beside: beside.turn }).finally(() => Promise.all([alone.end(), beside.end()]));
  const [value, ratio] = [spreadOf(results.beside), ratioOf(results.beside, results.alone)];
  const work = `change to call beside ${stuckHooks} webhooks whose target does not answer, p50`;
  return [{ id: 'webhooks', work, unit: 'ms', value, against: 'alone', ratio, goal: { atMost: 1.1 } }];
}

/** A service with a webhook on a quick target, and `stuck` ones on a target that never answers. */
async function serviceWithHooks(store: FilledStore, stuck: number) {
  const settings = { database: `sqlite:${store.file}`, env: { ROCKOLA_OUTBOUND: 'any' } };
  const [quick, dead] = [startHookTarget(), startHookTarget()];
  dead.answer(() => new Promise(() => {}));
  const first = await startService(settings);
  await register(first.url, store.key, quick.url);
  const last = stuck > 0 ? await register(first.url, store.key, dead.url) : '0';
  await first.stop();
  if (stuck > 0) repeat(store.file, last, stuck - 1);
  const service = await startService(settings);
  return {
    async turn(seconds: number): Promise<number> {
      const times: number[] = [];
      for (const end = performance.now() + seconds * 1_000; performance.now() < end; )
        times.push(await timeOfCall(service.url, store, quick));
      return spreadOf(times).median;
    },
    end: () => Promise.all([quick.stop(), dead.stop()]),
  };
}

let names = 0;

/** From the answer to a POST to the call of the webhook, in ms. */
async function timeOfCall(url: string, store: FilledStore, target: HookTarget): Promise<number> {
  const called = Promise.withResolvers<void>();
  target.answer(() => {
    called.resolve();
    return new Response();
  });
  const { path, headers, body = '' } = add(store);
  await send('POST', url + path, headers, body.replaceAll('{n}', `${names++}`));
  const answered = performance.now();
  await called.promise;
  return performance.now() - answered;
}

/** Makes a webhook, and waits until its address is verified. @returns its id */
async function register(service: string, key: string, url: string): Promise<string> {
  const hooks = `${service}/api/v1/user/webhooks`;
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  const id = /"id":(\d+)/.exec(await send('POST', hooks, headers, JSON.stringify({ url })))?.[1] as string;
  while (!(await send('GET', `${hooks}/${id}`, headers)).includes('"state":"active"')) await Bun.sleep(20);
  return id;
}

async function send(method: string, url: string, headers: Record<string, string>, body?: string): Promise<string> {
  const answer = await fetch(url, { method, headers, ...(body && { body }) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${text}`);
  return text;
}

/** Copies a webhook in the store: an account may only make ten. */
function repeat(file: string, id: string, times: number): void {
  const database = new Database(file);
  const columns = (database.query("select name from pragma_table_info('webhook') where name <> 'id'").all() as { name: string }[]).map(
    ({ name }) => name,
  );
  database.run(
    `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${times})
     insert into webhook (${columns}) select ${columns.map((name) => `w.${name}`)} from n, webhook w where w.id = ${id}`,
  );
  database.close();
}
