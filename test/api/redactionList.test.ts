import { afterAll, expect, test } from 'bun:test';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toJson } from '../../src/model/json.ts';
import { engine, makeDatabase } from '../support/databases.ts';
import { runToEnd, startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const folder = mkdtempSync(join(tmpdir(), 'rockola-list-'));
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await rockola.stop();
});

test('a list of redactions is applied to an older copy of the store, and values that a record of the copy still has are reported', async () => {
  const [slander, address] = [crypto.randomUUID(), crypto.randomUUID()];
  const [cleared, clearedLater] = [await add(slander), await add(address)];
  const clear = (id: bigint) => rockola.send('PATCH', `/artists/${id}`, { description: '' });
  await clear(cleared);
  await rockola.end();
  const { pathname } = new URL(rockola.env.DATABASE_URL ?? '');
  const copy = await makeDatabase(folder, engine, engine === 'sqlite' ? pathname : pathname.slice(1));
  await rockola.restart();
  await clear(clearedLater);
  const statuses = [];
  for (const id of [cleared, clearedLater])
    statuses.push((await rockola.send('POST', `/artists/${id}/revisions/1/redactions`, { hide: ['description'], reason: 'x' })).status);
  expect(statuses).toEqual([200, 200]);
  const list = await rockola.cli(['redact', 'list']);
  expect([list.code, list.out.includes(slander)]).toEqual([0, false]);
  const file = join(folder, 'redactions.json');
  writeFileSync(file, list.out);

  const onCopy = (...args: string[]) => runToEnd({ ...rockola.env, ...copy.settings }, args);
  try {
    const history = ['history', 'artist', String(cleared), '--json'];
    expect((await onCopy(...history)).out).toContain(slander);
    const { code, out } = await onCopy('redact', 'again', file);
    expect([code, out]).toEqual([0, expect.stringContaining('Redactions made again: 1.')]);
    expect(out).toContain(`artist ${clearedLater} contains again what was redacted from version 1 (description)`);
    expect((await onCopy(...history)).out).not.toContain(slander);
    expect((await onCopy('redact', 'list')).out).toContain(`"id":${cleared}`);
  } finally {
    await copy.drop();
  }
  expect((await rockola.cli(['redact', 'again', file])).out).toBe('There was nothing of the list to redact.\n');
});

test.each(['', '{}', '[{"kind":"band","id":1}]'])('a file with %p is refused as no list of redactions', async (text) => {
  const file = join(folder, 'wrong.json');
  writeFileSync(file, text);
  expect(await rockola.cli(['redact', 'again', file])).toMatchObject({ code: 1, out: '', err: expect.stringContaining(file) });
});

test('a redaction that erases nothing is not counted', async () => {
  const id = await add('');
  const [row] = await rockola.sql(`select at from revision where kind = 'artist' and id = ${id}`);
  const redaction = { kind: 'artist', id, version: 1n, madeAt: BigInt(String(row?.at)), hidden: ['description'], reason: 'x', note: null };
  const file = join(folder, 'empty.json');
  writeFileSync(file, toJson([redaction]));
  expect(await rockola.cli(['redact', 'again', file])).toMatchObject({ code: 0, out: 'There was nothing of the list to redact.\n' });
});

test('a list with unknown members is refused, and the message names each of them', async () => {
  const redaction = (kind: string, ...hidden: string[]) => ({ kind, id: 1n, version: 1n, madeAt: 1n, hidden, reason: 'x', note: null });
  const file = join(folder, 'names.json');
  writeFileSync(file, toJson([redaction('artist', 'nmae', 'band', 'year'), redaction('album', 'comment', 'band')]));
  const { code, out, err } = await rockola.cli(['redact', 'again', file]);
  const faults = [...err.matchAll(/redaction \d: an? \w+ has no "\w+"/g)].map(([fault]) => fault);
  const expected = ['redaction 1: an artist has no "nmae"', 'redaction 1: an artist has no "year"', 'redaction 2: an album has no "band"'];
  expect([code, out, faults]).toEqual([1, '', expected]);
});

async function add(description: string): Promise<bigint> {
  return rockola.add('/artists', { name: 'Almendra', description });
}
