import { afterAll, describe, expect, test } from 'bun:test';
import { apiRoutes } from '../../src/api/routes.ts';
import { factKinds } from '../../src/model/record.ts';
import { fill, pathOf } from '../../src/model/recordPath.ts';
import { addFact, factBodies, idParamOf } from '../support/facts.ts';
import { startRockola } from '../support/harness.ts';

/** Every route that changes one record, from the mounted routes. */
const changes = apiRoutes(8).filter(({ conditions }) => conditions?.includes('If-Unmodified-Since'));

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_REQUIRE_CONDITIONS: 'on' });
afterAll(() => rockola.stop());

const { send } = rockola;
const full = { name: 'Almendra', description: '', image: '', band: 'Almendra', year: 1969 };

/** A valid body for an operation, with its required members. */
function bodyOf(operation: string): unknown {
  if (operation.startsWith('delete')) return undefined;
  if (operation.startsWith('revert')) return { version: 1 };
  const { year, description, band, ...common } = full;
  if (operation.endsWith('Album')) return { ...common, year };
  if (factBodies[operation]) return factBodies[operation]();
  return { ...common, description, band };
}

/** A fresh record, and the path of the request that changes it. */
async function fresh(path: string): Promise<{ record: string; target: string }> {
  const [, recordPath = '', rest = ''] = /^(.*?)(\/reversions)?$/.exec(path) ?? [];
  const ids: Record<string, unknown> = { artistId: await rockola.add('/artists', { name: 'Antes' }) };
  if (recordPath.includes('{albumId}')) ids.albumId = await rockola.add(`/artists/${ids.artistId}/albums`, { name: 'Antes', year: 1968 });
  const kind = factKinds.find((factKind) => pathOf(factKind) === recordPath);
  if (kind) ids[idParamOf(kind) ?? ''] = await addFact(send, kind, ids);
  const record = fill(recordPath, ids);
  return { record, target: record + rest };
}

const withoutCondition: Record<string, string>[] = [{}, { 'If-None-Match': '"x"' }, { 'If-Unmodified-Since': 'yesterday' }];

describe.each(changes.map((route) => [route.operation, route] as const))('%s', (operation, { method, path }) => {
  test('without a condition is refused with the current ETag, and changes nothing', async () => {
    const { target, record } = await fresh(path);
    const before = await send('GET', record);
    for (const headers of withoutCondition) {
      const refused = await send(method.toUpperCase(), target, bodyOf(operation), headers);
      expect([headers, refused.status, refused.headers.get('etag')]).toEqual([headers, 428, before.headers.get('etag')]);
      expect(refused.json.type).toEndWith('/precondition-required');
      expect(refused.json.title).toContain('If-Match');
      expect(refused.headers.get('cache-control')).toBe('no-store');
    }
    const after = await send('GET', record);
    expect([after.text, after.headers.get('etag')]).toEqual([before.text, before.headers.get('etag')]);
  });

  test('with a condition succeeds if the condition holds, else is refused', async () => {
    for (const [name, validator] of [
      ['If-Match', 'etag'],
      ['If-Unmodified-Since', 'last-modified'],
      ['If-Match', undefined],
    ] as const) {
      const { target, record } = await fresh(path);
      const stated = validator ? ((await send('GET', record)).headers.get(validator) as string) : '*';
      const body = bodyOf(operation);
      expect((await send(method.toUpperCase(), target, body, { 'If-Match': '"stale"' })).status).toBe(412);
      const done = await send(method.toUpperCase(), target, body, { [name]: stated });
      expect([name, stated, done.status]).toEqual([name, stated, method === 'delete' ? 204 : 200]);
    }
  });

  test('of a missing record is 404, and with a malformed ETag 400', async () => {
    const target = path.replaceAll(/\{\w+\}/g, '999999');
    expect((await send(method.toUpperCase(), target, bodyOf(operation))).status).toBe(404);
    expect((await send(method.toUpperCase(), target, bodyOf(operation), { 'If-Match': '3' })).status).toBe(400);
  });
});
