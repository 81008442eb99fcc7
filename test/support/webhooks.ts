import { expect } from 'bun:test';
import { until } from '../faults/until.ts';
import { allNumbered } from './allNumbered.ts';
import type { Rockola } from './harness.ts';

export const hooks = '/api/v1/user/webhooks';

/** Makes a webhook, and waits until its address is verified. */
export async function makeHook(rockola: Rockola, { token }: { token: string }, body: object): Promise<{ id: bigint; secret: string }> {
  // A change that is numbered later would be sent to the new webhook.
  await allNumbered(rockola);
  const { status, json } = await rockola.call('POST', hooks, { token, body });
  expect([status, json.state]).toEqual([201, 'verifying']);
  const state = async () => (await rockola.call('GET', `${hooks}/${json.id}`, { token })).json.state;
  await until(async () => (await state()) === 'active', 'the address was not verified');
  return json;
}

/** Ends the lease of a node that was killed, as 30 seconds would. */
export const endLease = (rockola: Rockola, id: bigint) => rockola.sql(`update webhook set leased_until = 0 where id = ${id}`);

/** The number of the newest change, once all have one. */
export async function newest(rockola: Rockola): Promise<number> {
  await allNumbered(rockola);
  return Number((await rockola.sql('select max(seq) as seq from revision'))[0]?.seq);
}
