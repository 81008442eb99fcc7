import { afterAll, describe, expect, test } from 'bun:test';
import { each } from '../support/each.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

type Fields = Record<string, unknown>;
type Kind = { kind: string; path: string; table: string; fields: Fields; other: Fields };

const { send } = rockola;
const pathOf = async (path: string, fields: Fields) => (await send('POST', path, fields)).headers.get('location') as string;
const httpDate = (ms: number) => new Date(ms).toUTCString();

async function kinds(): Promise<Kind[]> {
  const artist = { name: 'Almendra', description: 'Banda', image: '', band: 'Almendra' };
  const path = '/api/v1/artists';
  const albums = `${await pathOf(path, artist)}/albums`;
  return [
    { kind: 'artist', path, table: 'artist', fields: artist, other: { band: 'Invisible' } },
    { kind: 'album', path: albums, table: 'album', fields: { name: 'Uno', year: 1969, image: '' }, other: { year: 1970 } },
  ];
}

/** Whether each value of a condition holds (RFC 9110 §13.2.2). All combinations are tested in `test/unit/conditions.test.ts`. */
const matches = { current: true, list: true, any: true, other: false, weak: false };
const dates = { later: true, same: true, earlier: false, nonsense: true };
const nones = { other: true, current: false, weak: false, list: false, any: false };

type Conditions = { match?: string; date?: string; none?: string };

function headersOf(etag: string, changed: number, { match = '', date = '', none = '' }: Conditions): Record<string, string> {
  const tags: Record<string, string> = { current: etag, list: `"x", ${etag}`, any: '*', other: '"x"', weak: `W/${etag}` };
  const times: Record<string, string> = {
    later: httpDate(changed + 1_000),
    same: httpDate(changed),
    earlier: httpDate(changed - 1_000),
    nonsense: 'yesterday',
  };
  return {
    ...(tags[match] && { 'If-Match': tags[match] }),
    ...(times[date] && { 'If-Unmodified-Since': times[date] }),
    ...(tags[none] && { 'If-None-Match': tags[none] }),
  };
}

const eachOf = (name: keyof Conditions, values: Record<string, boolean>) =>
  Object.entries(values).map(([value, holds]) => ({ [name]: value, holds }));
const cases: (Conditions & { holds: boolean })[] = [
  { holds: true },
  ...eachOf('match', matches),
  ...eachOf('date', dates),
  ...eachOf('none', nones),
  // A date counts only without a tag.
  { match: 'current', date: 'earlier', none: 'other', holds: true },
  { match: 'current', date: 'earlier', none: 'current', holds: false },
];

describe('the conditions of a change', () => {
  test.each(['PUT', 'PATCH', 'DELETE'])('%s is done if all conditions hold, and changes nothing if one fails', async (method) => {
    for (const { kind, path, table, fields, other } of await kinds()) {
      // All changes that must fail are sent to one record, each other change to its own.
      const failing = await pathOf(path, fields);
      const wrong: unknown[] = [];
      await each(cases, async ({ holds, ...conditions }) => {
        const target = holds ? await pathOf(path, fields) : failing;
        const before = await send('GET', target);
        const etag = before.headers.get('etag') ?? '';
        const changed = Date.parse(before.headers.get('last-modified') ?? '');
        const body = method === 'DELETE' ? undefined : method === 'PUT' ? { ...fields, ...other } : other;
        const { status, headers } = await send(method, target, body, headersOf(etag, changed, conditions));
        if (status !== (holds ? (method === 'DELETE' ? 204 : 200) : 412)) wrong.push([kind, conditions, status]);
        if (!holds && headers.get('etag') !== etag) wrong.push([kind, conditions, headers.get('etag')]);
      });
      expect(wrong).toEqual([]);
      expect((await send('GET', failing)).json).toMatchObject(
        JSON.parse(JSON.stringify(fields), (_, value) => (typeof value === 'number' ? BigInt(value) : value)),
      );
      expect(await rockola.sql(`select version from ${table} where id = ${failing.split('/').at(-1)}`)).toEqual([{ version: 1 }]);
    }
  });
});

describe('a change', () => {
  test('sets a new ETag and Last-Modified, so that a change of an older copy is refused', async () => {
    for (const { path, table, fields, other } of await kinds()) {
      for (const method of ['PUT', 'PATCH']) {
        const target = await pathOf(path, fields);
        await rockola.sql(`update ${table} set changed_at = 1000000000000 where id = ${target.split('/').at(-1)}`);
        const old = await send('GET', target);
        expect(old.headers.get('last-modified')).toBe('Sun, 09 Sep 2001 01:46:40 GMT');
        const since = { 'If-Unmodified-Since': old.headers.get('last-modified') as string };
        const changed = await send(method, target, { ...fields, ...other }, since);
        expect([method, changed.status]).toEqual([method, 200]);
        expect(Math.abs(Date.parse(changed.headers.get('last-modified') ?? '') - Date.now())).toBeLessThan(60_000);
        expect(changed.headers.get('etag')).not.toBe(old.headers.get('etag'));
        for (const again of ['PUT', 'PATCH', 'DELETE'])
          expect([again, (await send(again, target, again === 'DELETE' ? undefined : fields, since)).status]).toEqual([again, 412]);
        const now = await send('GET', target);
        for (const name of ['etag', 'last-modified']) expect(now.headers.get(name)).toBe(changed.headers.get(name));
        expect(now.text).toBe(changed.text);
      }
    }
  });

  test('to the same values keeps ETag and Last-Modified', async () => {
    for (const { path, table, fields } of await kinds()) {
      const target = await pathOf(path, fields);
      await rockola.sql(`update ${table} set changed_at = 1000000000000 where id = ${target.split('/').at(-1)}`);
      const before = await send('GET', target);
      for (const [method, body] of [
        ['PUT', fields],
        ['PATCH', fields],
        ['PATCH', {}],
      ] as const) {
        const { status, headers } = await send(method, target, body);
        expect([status, headers.get('etag'), headers.get('last-modified')]).toEqual([
          200,
          before.headers.get('etag'),
          before.headers.get('last-modified'),
        ]);
      }
    }
  });

  test('answers with the ETag and Last-Modified that a read has', async () => {
    for (const { path, fields } of await kinds()) {
      const created = await send('POST', path, fields);
      const read = await send('GET', created.headers.get('location') ?? '');
      expect(read.text).toBe(created.text);
      for (const name of ['etag', 'last-modified']) expect(read.headers.get(name)).toBe(created.headers.get(name));
      expect(Math.abs(Date.parse(created.headers.get('last-modified') ?? '') - Date.now())).toBeLessThan(60_000);
    }
  });
});
