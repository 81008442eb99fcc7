import { afterAll, describe, expect, test } from 'bun:test';
import { damageByCheck } from '../support/damage.ts';
import { ask, engine } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const check = () => damageByCheck(rockola);

async function send(method: string, path: string, body?: object): Promise<{ id: string }> {
  const { status, text } = await retryWhenBusy(() => rockola.call(method, `/api/v1/artists${path}`, { key: rockola.adminKey, body }));
  if (status >= 300) throw new Error(`${method} ${path}: ${status} ${text}`);
  return { id: /"id":(\d+)/.exec(text)?.[1] ?? '' };
}

/** Adds an artist with albums, changes them, and deletes an album; in half of the calls the artist too. */
async function writeArtist(n: number): Promise<void> {
  const { id } = await send('POST', '', { name: `Artist ${n}` });
  const albums = await Promise.all([1, 2, 3].map((year) => send('POST', `/${id}/albums`, { name: 'Album', year: 1970 + year })));
  await Promise.all([send('PATCH', `/${id}`, { band: 'changed' }), send('PATCH', `/${id}/albums/${albums[0]?.id}`, { name: 'changed' })]);
  await send('DELETE', `/${id}/albums/${albums[1]?.id}`);
  if (n % 2 === 0) await send('DELETE', `/${id}`);
}

test('a check during writes reports no damage', async () => {
  let racing = true;
  let artists = 0;
  const writers = Array.from({ length: 4 }, async () => {
    while (racing) await writeArtist(artists++);
  });
  const found: string[] = [];
  let checks = 0;
  const begin = performance.now();
  // For at least a second, and on a busy machine until enough was written and checked.
  for (; performance.now() < begin + 1_000 || artists <= 12 || checks <= 3; checks++) {
    found.push(...(await check()));
    // Without a pause, checks on SQLite would let no writer run.
    await Bun.sleep(20);
  }
  racing = false;
  await Promise.all(writers);
  expect(found).toEqual([]);
  expect(await check()).toEqual([]);
});

describe('a check finds', () => {
  let known: string[] = [];
  test.each([
    [
      'a record that differs from its last revision',
      `update artist set name = 'other' where id = 1001`,
      /artist 1001 does not agree with the revision log/,
    ],
    [
      'a record whose time of change is later than in the revision log',
      `update artist set changed_at = changed_at + 1 where id = 1004`,
      /artist 1004 does not agree with the revision log/,
    ],
    [
      'an album whose time of change is earlier than in the revision log',
      `update album set changed_at = changed_at - 1 where id = (select min(id) from album)`,
      /album \d+ does not agree with the revision log/,
    ],
    [
      'an album under another artist than in the revision log',
      `update album set artist_id = 1005 where id = (select max(id) from album where artist_id <> 1005 and id < 70000)`,
      /album \d+ does not agree with the revision log/,
    ],
    [
      'a record without a revision',
      `insert into album (id, artist_id, name, year, image, version, changed_at) select 77777, id, 'x', 1, '', 1, 1 from artist where id = 1001`,
      /album 77777 does not agree with the revision log/,
    ],
    [
      'a revision whose record is gone',
      `delete from album where id = (select max(id) from album where id < 77777 and id not in (select album_id from album_details))`,
      /album \d+ is in the revision log but not/,
    ],
    [
      'a wrong count of albums',
      'update album_count set albums = albums + 1 where artist_id = 1003',
      /artist 1003 should have \d+ albums, there are/,
    ],
    [
      'a wrong count of artists',
      `update ${engine === 'sqlite' ? 'total' : 'counted'} set artists = artists + 1`,
      /should have \d+ artists, there are/,
    ],
    [
      'a wrong count of accounts',
      `update ${engine === 'sqlite' ? 'total' : 'account_count'} set accounts = accounts + 1`,
      /should have \d+ accounts, there/,
    ],
    [
      'a missing genre of an artist',
      `delete from artist_genre where genre = 'rock' and id = (select min(id) from artist_genre where genre = 'rock')`,
      /has 1 genres of artists that are not as/,
    ],
    [
      'a genre with a wrong type of artist',
      `update artist_genre set type = 'x' where genre = 'tango' and id = (select min(id) from artist_genre where genre = 'tango')`,
      /has 3 genres of artists that are not as/,
    ],
    [
      'a missing row that says what an artist lacks',
      `delete from artist_lack where what = 'image' and id = (select min(id) from artist_lack where what = 'image')`,
      /should have \d+ gaps of artists, there are/,
    ],
    [
      'a missing revision',
      `delete from revision where kind = 'artist' and id = 1002 and version = 1`,
      /artist 1002 does not agree with the revision log/,
    ],
  ])('%s', async (_, sql, fault) => {
    await ask(rockola.env.DATABASE_URL ?? '', sql);
    const after = await check();
    expect(after.filter((line) => !known.includes(line)).join('\n')).toMatch(fault);
    known = after;
  });
});
