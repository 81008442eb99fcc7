import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const lastOf = async (path: string) => (await rockola.call('GET', `${path}/revisions?limit=1`)).json.data[0];
const undo = (...args: string[]) => rockola.cli(['undo', ...args]);

test('"rockola undo" reverts a record, and undoes the changes of an account as its dry run says', async () => {
  const eve = await rockola.person('Eve');
  const body = { name: `Virus` };
  const artist = (await rockola.send('POST', '/artists', body)).headers.get('location') as string;
  const album = (await rockola.send('POST', `${artist}/albums`, { name: 'Uno', year: 1981 })).headers.get('location') as string;
  const [artistId, albumId] = [artist, album].map((path) => path.split('/').at(-1) as string);
  await rockola.call('PATCH', album, { key: eve.key, body: { year: 1999 } });
  await rockola.call('PATCH', artist, { key: eve.key, body: { band: 'X' } });
  const byEve = (await rockola.call('POST', '/api/v1/artists', { key: eve.key, body })).headers.get('location') as string;

  const contextOptions = ['--comment', 'dijo mal el año', '--source', 'https://example.org/discos'];
  const again = await undo('album', albumId as string, '1', ...contextOptions);
  expect([again.code, again.err, again.out]).toEqual([0, '', `The album ${albumId} is as in version 1 again: version 3.\n`]);
  expect((await undo('album', albumId as string, '1')).out).toBe(`The album ${albumId} is as in version 1 already.\n`);
  await rockola.send('DELETE', artist);
  expect((await undo('album', albumId as string, '1')).err).toContain('Restore it first');
  expect((await undo('artist', artistId as string, '2')).out).toContain('version 4.');
  expect((await rockola.call('GET', album)).json.year).toBe(1981n);
  expect(await lastOf(album)).toMatchObject({ comment: null, source: null });
  expect((await rockola.call('GET', `${album}/revisions/3`)).json).toMatchObject({ comment: contextOptions[1], source: contextOptions[3] });

  const span = [eve.email, '--since', '2026-01-01T00:00:00Z'];
  const lines = [`artist ${byEve.split('/').at(-1)}: delete`, `artist ${artistId}: left. Version 4, by the service, would be lost.`];
  const planned = await undo('account', ...span, '--dry-run');
  expect([planned.code, planned.out]).toEqual([0, `${[...lines, '1 record would be undone, 1 left as it is.'].join('\n')}\n`]);
  expect((await rockola.call('GET', byEve)).status).toBe(200);
  const done = await undo('account', ...span, '--comment', 'spam');
  const [deletion] = await rockola.sql(
    `select comment, source from revision where kind = 'artist' and id = ${byEve.split('/').at(-1)} and action = 'delete'`,
  );
  expect(deletion).toEqual({ comment: 'spam', source: null });
  expect([done.code, done.out]).toEqual([0, `${[...lines, '1 record was undone, 1 left as it is.'].join('\n')}\n`]);
  expect((await rockola.call('GET', byEve)).status).toBe(404);
  expect((await undo('account', String(eve.id), ...span.slice(1))).out).toContain('0 records were undone, 1 left as it is.\n');
  for (const [args, err] of [
    [['artist', artistId as string, '99'], 'has the versions 1 to'],
    [['artist', '987654321', '1'], 'There is no artist 987654321.'],
    [['artist', '0', '1'], 'whole number'],
    [['artist', artistId as string, '1', '--comment', 'x\ny', '--source', 'ftp://x'], '--comment must not contain control characters.'],
    [['account', ...span, '--source', 'ftp://x'], '--source must'],
    [['account', eve.email], '--since'],
    [['account', eve.email, '--since', 'x', '--until', 'y'], '--until must be a time'],
    [['account', eve.email, '--since', '2026-01-02T00:00:00Z', '--until', '2026-01-01T00:00:00Z'], '--until must not be before'],
    [['account', '987654321', '--since', '2026-01-02T00:00:00Z'], 'There is no account 987654321.'],
  ] as [string[], string][]) {
    const refused = await undo(...args);
    expect([args, refused.code, refused.err]).toEqual([args, 1, expect.stringContaining(err)]);
  }
});

test('"rockola undo account" works without a server, and for more records than one page has', async () => {
  const eve = await rockola.person('Eve');
  const create = () => rockola.call('POST', '/api/v1/artists', { key: eve.key, body: { name: 'X' } });
  const { json: first } = await create();
  for (let i = 0; i < 520; i += 10) await Promise.all(Array.from({ length: 10 }, create));
  // The first page leaves this record, and the report at the end names it.
  await rockola.send('PATCH', `/artists/${first.id}`, { band: 'X' });
  await rockola.end();
  const { code, out, err } = await undo('account', eve.email, '--since', '2026-01-01T00:00:00Z');
  const lines = out.trimEnd().split('\n');
  expect([code, lines.length, lines.at(-1)]).toEqual([0, 522, '520 records were undone, 1 left as it is.']);
  expect(err).toContain('records …');
  expect((await rockola.cli(['check'])).out).toContain('is whole');
});
