import { afterEach, describe, expect, setSystemTime, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoutes } from '../../src/api/routes.ts';
import { bodyPart, queryPart, validate } from '../../src/http/validate.ts';
import { scopes } from '../../src/model/actor.ts';
import { albumFilters } from '../../src/model/albumQuery.ts';
import { type ArtistFilter, fingerprint } from '../../src/model/artistQuery.ts';
import { toExportQuery } from '../../src/model/export/query.ts';
import { toJson } from '../../src/model/json.ts';
import { knownTypes } from '../../src/model/kinds.ts';
import { showCursor } from '../../src/model/listCursor.ts';
import { Problem } from '../../src/model/problem.ts';
import { type FactKind, factKinds, isSingle, kindRows, kinds } from '../../src/model/record.ts';
import { deviceOf } from '../../src/model/session.ts';
import { examples } from '../support/facts.ts';

/** The bounds of the contract, written down a second time: each is tried with a value just within and one just beyond. */
const leastPassword = 11;
const routes = new Map(apiRoutes(leastPassword).map((route) => [route.operation, route]));
const largest = 9223372036854775807n;

afterEach(() => setSystemTime());

type Judged = { errors: string[]; value: unknown };

function judge(work: () => unknown[]): Judged {
  try {
    return { errors: [], value: work()[0] };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return { errors: (error.facts.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`), value: undefined };
  }
}

const schemaOf = (operation: string, part: 'body' | 'query') => {
  const schema = routes.get(operation)?.[part];
  if (!schema) throw new Error(`${operation} has no ${part}`);
  return schema;
};
const judgeBody = (operation: string, body: unknown) => judge(() => validate([bodyPart(schemaOf(operation, 'body'), toJson(body))]));
const judgeQuery = (operation: string, query: string) => judge(() => validate([queryPart(schemaOf(operation, 'query'), query)]));

/** A body that each operation accepts. */
const bodies: Record<string, Record<string, unknown>> = {
  createArtist: { id: 1n, name: 'x', description: 'x', image: '', band: 'x' },
  updateArtist: { id: 1n, name: 'x', description: 'x', image: '', band: 'x' },
  patchArtist: { id: 1n, name: 'x', description: 'x', image: '', band: 'x' },
  createAlbum: { id: 1n, name: 'x', year: 1973n, image: '' },
  updateAlbum: { id: 1n, name: 'x', year: 1973n, image: '' },
  patchAlbum: { id: 1n, name: 'x', year: 1973n, image: '' },
  ...Object.fromEntries(factKinds.flatMap(bodiesOf)),
  signUp: { name: 'x', email: 'x@example.org', password: 'i-love-rock' },
  logIn: { email: 'x@example.org', password: 'i-love-rock' },
  verifyAddress: { token: 'x' },
  requestPasswordReset: { email: 'x@example.org' },
  resetPassword: { token: 'x', password: 'i-love-rock' },
  patchOwnAccount: { name: 'x', public_name: 'x', email: 'x@example.org', current_password: 'x' },
  deleteOwnAccount: { password: 'x' },
  changePassword: { current_password: 'x', password: 'i-love-rock' },
  createKey: { name: 'x', scopes: ['account'], expires_at: '2099-01-01T00:00:00Z' },
  patchKey: { name: 'x', scopes: ['account'], expires_at: '2099-01-01T00:00:00Z' },
  patchAccount: { role: 'member', suspended: true },
};

/** The operations that create or change a fact of this kind, each with a body that it accepts. */
function bodiesOf(kind: FactKind): [operation: string, body: Record<string, unknown>][] {
  const { name } = kindRows[kind];
  const body = { id: 1n, ...examples[kind].whole(), ...('person' in examples[kind].whole() && { person: 2n }) };
  return (isSingle(kind) ? ['put', 'patch'] : ['create', 'update', 'patch']).map((verb) => [verb + name, body]);
}

/** The tests of the other bodies. */
const elsewhere: Record<string, string> = {
  revertArtist: 'test/api/reversions.test.ts',
  revertAlbum: 'test/api/reversions.test.ts',
  ...Object.fromEntries(factKinds.map((kind) => [`revert${kindRows[kind].name}`, 'test/api/facts.test.ts'])),
  ...Object.fromEntries(kinds.map((kind) => [`redact${kindRows[kind].name}`, 'test/api/redaction.test.ts'])),
  hideChange: 'test/api/hiding.test.ts',
  createWebhook: 'test/api/webhooks.test.ts',
  patchWebhook: 'test/api/webhooks.test.ts',
  resumeWebhook: 'test/api/webhooks.test.ts',
  revertAccount: 'test/api/userReversions.test.ts',
};

test('the bounds of every body are tested here or in a file that exists', () => {
  const withBody = [...routes.values()].flatMap(({ operation, body }) => (body ? [operation] : []));
  expect([...Object.keys(bodies), ...Object.keys(elsewhere)].toSorted()).toEqual(withBody.toSorted());
  expect(Object.values(elsewhere).filter((path) => !existsSync(join(import.meta.dir, '../..', path)))).toEqual([]);
});

const emailOf = (length: number) => `${'x'.repeat(length - '@example.org'.length)}@example.org`;
const imageOf = (length: number) => 'https://example.org/'.padEnd(length, 'x');
const lengths: Record<string, { bounds: [min: number, max: number]; spell?: (length: number) => string }> = {
  name: { bounds: [1, 200] },
  description: { bounds: [0, 20_000] },
  band: { bounds: [0, 200] },
  image: { bounds: [20, 2_048], spell: imageOf },
  credited: { bounds: [1, 200] },
  note: { bounds: [0, 500] },
  value: { bounds: [1, 200] },
  place: { bounds: [0, 200] },
  label: { bounds: [0, 200] },
  email: { bounds: [13, 254], spell: emailOf },
  password: { bounds: [leastPassword, 256] },
  current_password: { bounds: [0, 256] },
  token: { bounds: [1, 100] },
  title: { bounds: [1, 200] },
  featuring: { bounds: [0, 200] },
  url: { bounds: [20, 2_048], spell: imageOf },
  text: { bounds: [0, 500] },
  quote: { bounds: [0, 300] },
};
/** Other bounds: those of a source's `value`, and of passwords and addresses that are compared with stored ones. */
const looser: Record<string, Record<string, [min: number, max: number]>> = {
  ...Object.fromEntries(
    ['create', 'update', 'patch'].flatMap((verb) => ['Artist', 'Album'].map((parent) => [`${verb}${parent}Source`, { value: [0, 500] }])),
  ),
  logIn: { email: [0, 254], password: [0, 256] },
  deleteOwnAccount: { password: [0, 256] },
};

describe.each(Object.keys(bodies))('the body of %s', (operation) => {
  const body = bodies[operation] ?? {};

  test('is accepted with all members of the contract, and refused with an unknown one', () => {
    expect(judgeBody(operation, body).errors).toEqual([]);
    const known = Object.keys(body).join(', ');
    expect(judgeBody(operation, { ...body, isAdmin: true }).errors).toEqual([`/isAdmin is not a known member; known are ${known}`]);
  });

  const texts = Object.keys(body).filter((member) => lengths[member]);
  if (texts.length > 0)
    test.each(texts)('holds %s to its length in code points', (member) => {
      const { bounds, spell } = lengths[member] ?? { bounds: [0, 0] };
      const [min, max] = looser[operation]?.[member] ?? bounds;
      const spellings =
        spell && !looser[operation]?.[member] ? [spell] : [(length: number) => 'x'.repeat(length), (length: number) => '🎸'.repeat(length)];
      for (const spelling of spellings) {
        for (const length of [min, min + 1, max - 1, max])
          expect([member, length, judgeBody(operation, { ...body, [member]: spelling(length) }).errors]).toEqual([member, length, []]);
        const beyond = [max + 1, max * 10, ...(spell || min === 0 ? [] : [min - 1])];
        for (const length of beyond) {
          const errors = judgeBody(operation, { ...body, [member]: spelling(length) }).errors;
          const bound = length < min ? `at least ${min} are needed` : `at most ${max} are allowed`;
          expect([member, length, errors]).toEqual([member, length, [`/${member} is ${length} characters long; ${bound}`]]);
        }
      }
    });

  test('refuses a member of another type and names the expected one', () => {
    const integers = ['id', 'person', 'artist', 'record', 'position', 'year'];
    const closedLists = ['kind', 'type', 'scheme', 'about', 'supports', 'rank'];
    const others: Record<string, string> = {
      ...{ scopes: 'an array', roles: 'a list', genres: 'a list', suspended: 'a boolean', ended: 'a boolean' },
      role: operation.endsWith('Credit') ? 'one of co-author' : 'one of reader, member, editor, admin',
    };
    const typeOf = (member: string) => (integers.includes(member) ? 'an integer' : closedLists.includes(member) ? 'one of' : 'a string');
    for (const member of Object.keys(body)) {
      const { errors } = judgeBody(operation, { ...body, [member]: { a: 1n } });
      expect(errors[0]).toStartWith(`/${member} must be ${others[member] ?? typeOf(member)}`);
    }
    for (const value of [[], 'x', null]) expect(judgeBody(operation, value).errors).toEqual([' must be an object']);
  });

  test('is refused without a required member, accepted without an optional one', () => {
    const type = Object.values(knownTypes).find(({ name }) => operation.endsWith(name));
    const members: Record<string, { empty?: unknown }> = type?.members ?? {};
    const isOptional = (member: string) =>
      operation.startsWith('patch')
        ? member !== 'current_password'
        : /^(id|expires_at)$/.test(member) || members[member]?.empty !== undefined;
    for (const member of Object.keys(body)) {
      const { [member]: _, ...rest } = body;
      const errors = judgeBody(operation, rest).errors.map((error) => error.split(' is required')[0]);
      expect([member, errors]).toEqual([member, isOptional(member) ? [] : [`/${member}`]]);
    }
  });
});

test('an id is from 1 to the largest int64; absent, null and 0 leave the choice to the server', () => {
  for (const operation of ['createArtist', 'updateArtist', 'patchArtist', 'createAlbum', 'updateAlbum', 'patchAlbum']) {
    const idOf = (id: unknown) => judgeBody(operation, { ...bodies[operation], id });
    for (const id of [1n, 2n, largest - 1n, largest]) expect(idOf(id)).toEqual({ errors: [], value: expect.objectContaining({ id }) });
    for (const id of [undefined, null, 0n]) expect((idOf(id).value as { id?: bigint }).id).toBeUndefined();
    for (const id of [-1n, largest + 1n]) expect(idOf(id).errors).toEqual([`/id must be between 0 and ${largest}`]);
    for (const id of [1.5, 'x', true]) expect(idOf(id).errors[0]).toStartWith('/id must be an integer');
  }
});

test('an absent or null text becomes "", and a null name or year is refused', () => {
  expect(judgeBody('createArtist', { name: 'x' }).value).toEqual({ name: 'x', description: '', image: '', band: '' });
  expect(judgeBody('createAlbum', { name: 'x', year: 1973n }).value).toEqual({ name: 'x', year: 1973, image: '' });
  for (const operation of ['createArtist', 'updateArtist', 'patchArtist']) {
    const texts = { description: null, image: null, band: null };
    expect(judgeBody(operation, { name: 'x', ...texts }).value).toMatchObject({ description: '', image: '', band: '' });
    expect(judgeBody(operation, { ...bodies[operation], name: null }).errors).toHaveLength(1);
  }
  for (const operation of ['createAlbum', 'updateAlbum', 'patchAlbum'])
    expect(judgeBody(operation, { ...bodies[operation], name: null, year: null }).errors).toHaveLength(2);
});

test('a year is from 1900 to next year, on any day of this year', () => {
  const yearIs = (year: bigint | number) => judgeBody('createAlbum', { name: 'x', year }).errors;
  for (const now of ['2026-01-01T00:00:00Z', '2026-07-01T12:00:00Z', '2026-12-31T23:59:59.999Z']) {
    setSystemTime(new Date(now));
    for (const year of [1900n, 1901n, 2026n, 2027n]) expect([now, year, yearIs(year)]).toEqual([now, year, []]);
    for (const year of [0n, 1899n, 2028n, 9999n])
      expect([now, year, yearIs(year)]).toEqual([now, year, ['/year must be between 1900 and 2027']]);
    for (const year of [-1n, 10_000n]) expect(yearIs(year)).toEqual(['/year must be between 0 and 9999']);
    expect(yearIs(1973.5)).toHaveLength(1);
  }
});

test('expires_at of a key is an RFC 3339 time in the future', () => {
  const now = Date.parse('2026-03-01T12:00:00.000Z');
  setSystemTime(new Date(now));
  for (const operation of ['createKey', 'patchKey']) {
    const endOf = (expires_at: unknown) => judgeBody(operation, { ...bodies[operation], expires_at });
    for (const [text, at] of [
      [new Date(now + 1).toISOString(), now + 1],
      ['2026-03-01T12:00:01Z', now + 1_000],
      ['2026-03-01T10:00:01-03:00', now + 3_601_000],
    ] as const)
      expect(endOf(text).value).toMatchObject({ expires_at: at });
    expect(endOf(null).value).toMatchObject({ expires_at: null });
    for (const text of [new Date(now).toISOString(), new Date(now - 1).toISOString(), '1970-01-01T00:00:00Z'])
      expect(endOf(text).errors).toEqual(['/expires_at must be in the future']);
    for (const text of ['2030-01-31', '2030-01-31T12:00:00', '2030-02-31T12:00:00Z', 'tomorrow', '', '2030-01-31 12:00:00Z'])
      expect([text, endOf(text).errors[0]]).toEqual([text, '/expires_at must be a time such as 2030-01-31T12:00:00Z (RFC 3339)']);
  }
  expect(judgeBody('createKey', { name: 'x', scopes: ['account'] }).value).toMatchObject({ expires_at: null });
});

test('at least one known scope is required; duplicates are removed and the order is that of the table', () => {
  for (const operation of ['createKey', 'patchKey']) {
    const scopesOf = (chosen: unknown) => judgeBody(operation, { ...bodies[operation], scopes: chosen });
    for (const scope of scopes) expect(scopesOf([scope]).value).toMatchObject({ scopes: [scope] });
    expect(scopesOf([...scopes, ...scopes].reverse()).value).toMatchObject({ scopes: [...scopes] });
    expect(scopesOf([]).errors).toEqual(['/scopes must name at least one']);
    expect(scopesOf(['account', 'root']).errors).toEqual([`/scopes/1 must be one of ${scopes.join(', ')}`]);
  }
  expect(scopes.join()).toBe('artists:read,artists:write,albums:write,account,admin');
});

test('a page has 1 to 100 records, by default 10, and begins at any offset', () => {
  for (const operation of ['listAlbums', 'listSessions', 'listKeys', 'listWebhooks', 'listJobs', 'listAccounts']) {
    const found = (query: string) => judgeQuery(operation, query);
    expect(found('')).toEqual({ errors: [], value: { limit: 10n, offset: 0n } });
    expect(found(`?limit=1&offset=0&after=0`).value).toEqual({ limit: 1n, offset: 0n, after: 0n });
    expect(found(`?limit=100&offset=${largest}&after=${largest}`).value).toEqual({ limit: 100n, offset: largest, after: largest });
    for (const wrong of ['0', '101', '-1', '01', '1.0', '', 'ten', '1e1', '+1'])
      expect(found(`?limit=${wrong}`).errors).toEqual(['/limit must be an integer between 1 and 100']);
    for (const name of ['offset', 'after'])
      for (const wrong of ['-1', '01', '', 'x', `${largest + 1n}`])
        expect(found(`?${name}=${wrong}`).errors).toEqual([`/${name} must be an integer between 0 and ${largest}`]);
    expect(found('?limit=1&limit=1').errors).toEqual(['/limit appears more than once']);
    const extra: Record<string, string> = { listAccounts: ', search', listAlbums: ', credited' };
    const known = `limit, offset, after${extra[operation] ?? ''}`;
    expect(found('?a~/b=1').errors).toEqual([`/a~0~1b is not a known parameter; known are ${known}`]);
  }
  expect(judgeQuery('listBands', '')).toEqual({ errors: [], value: { limit: 10n, offset: 0n } });
  for (const length of [1, 200]) expect(judgeQuery('listAccounts', `?search=${'%F0%9F%8E%B8'.repeat(length)}`).errors).toEqual([]);
  for (const length of [0, 201]) expect(judgeQuery('listAccounts', `?search=${'x'.repeat(length)}`).errors).toHaveLength(1);
});

test('a list of artists takes filters and an order, and says what is wrong with each', () => {
  const found = (query: string) => judgeQuery('listArtists', query);
  expect(found('')).toEqual({ errors: [], value: { limit: 10n, offset: 0n, sort: 'id' } });
  const all = `?limit=100&offset=10000&sort=-name&ids=3,1,3,${largest}&identifier=viaf:2&band=Los%20R%C3%ADos&year=1973&decade=1970&type=group&place=La%20Plata&genre=punk&active=1975&updated_since=1970-01-01T00:00:01Z&has=image&lacks=genre&identifier=discogs:1`;
  expect(found(all)).toEqual({
    errors: [],
    value: {
      ...{
        limit: 100n,
        offset: 10_000n,
        sort: '-name',
        ids: [3n, 1n, largest],
        identifier: [
          ['viaf', '2'],
          ['discogs', '1'],
        ],
        band: 'Los Ríos',
      },
      ...{ year: 1973, decade: 1970, type: 'group', place: 'La Plata', genre: 'punk', active: 1975, updated_since: 1000 },
      ...{ has: 'image', lacks: 'genre' },
    },
  });
  expect(found(`?offset=${largest}`).errors).toEqual([]);
  expect(found(`?after=${largest}&offset=${largest}`).errors).toEqual([]);
  for (const parameter of ['sort=name', 'has=image'])
    expect(found(`?${parameter}&offset=10001`).errors).toEqual(['/offset is at most 10000 here; follow meta.next instead']);
  const ids = '/ids must be 1 to 100 ids with commas between them, such as 1001,1002';
  for (const wrong of [
    '',
    ',',
    '1,',
    'x',
    '0',
    '-1',
    '1.0',
    `${largest + 1n}`,
    '1,'.repeat(5_000),
    Array.from({ length: 101 }, (_, i) => i + 1).join(),
  ])
    expect(found(`?ids=${wrong}`).errors).toEqual([ids]);
  const wrongs =
    '?sort=band&sort=name&band=%20&year=NaN&decade=1975&type=band&place=&genre=cumbia&active=9&updated_since=yesterday&has=name&after=x&q~=1';
  expect(
    found(wrongs)
      .errors.map((error) => error.split(' ')[0])
      .toSorted(),
  ).toEqual(
    ['/sort', '/band', '/year', '/decade', '/type', '/place', '/genre', '/active', '/updated_since', '/has', '/after', '/q~0'].toSorted(),
  );
  for (const alone of [
    'sort=band',
    'band=%20',
    'year=NaN',
    'decade=1975',
    `place=${'x'.repeat(201)}`,
    'genre=cumbia',
    'active=1975~',
    'updated_since=yesterday',
    'has=name',
    'after=x',
  ])
    expect([alone, found(`?${alone}`).errors]).toEqual([alone, [expect.any(String)]]);
  for (const decade of ['1970s', 'NaN', '', '0', '19700', '70', '-1970', '1e3']) expect(found(`?decade=${decade}`).errors).toHaveLength(1);
});

test('a list of albums takes years and an order, and says what is wrong with each', () => {
  const found = (query: string) => judgeQuery('findAlbums', query);
  expect(found('')).toEqual({ errors: [], value: { limit: 10n, offset: 0n, sort: 'id' } });
  for (const right of ['offset=10000&year=1973&decade=1970&sort=-year', 'offset=10001&after=7', 'identifier=ean:7798030290012'])
    expect(found(`?${right}`).errors).toEqual([]);
  const cursor = (sort: string, key: string) =>
    `?sort=year&after=${showCursor({ sort, filter: albumFilters.fingerprint({}), id: 7n, key })}`;
  expect(found(cursor('year', '1973 artaud')).errors).toEqual([]);
  for (const wrong of [
    ...['?offset=10001', '?year=73', '?decade=1975', '?sort=artist', '?after=7&sort=year', '?artist=1', '?identifier=discogs:1'],
    ...[cursor('year', 'artaud'), cursor('name', '1973 artaud'), `${cursor('year', '1973 artaud')}&decade=1970`],
  ])
    expect([wrong, found(wrong).errors]).toEqual([wrong, [expect.any(String)]]);
});

test('drawArtists takes a limit of 1 to 12, and of=today', () => {
  const drawn = (query: string) => judgeQuery('drawArtists', query);
  expect(drawn('')).toEqual({ errors: [], value: { limit: 1n } });
  expect(drawn('?limit=12&of=today')).toEqual({ errors: [], value: { limit: 12n, of: 'today' } });
  for (const wrong of ['limit=0', 'limit=13', 'of=', 'of=2026-01-01', 'offset=0']) expect(drawn(`?${wrong}`).errors).toHaveLength(1);
});

test('a list of bands continues after a name', () => {
  const found = (query: string) => judgeQuery('listBands', query);
  expect(found('?offset=10000&after=Los%20R%C3%ADos')).toEqual({ errors: [], value: { limit: 10n, offset: 10_000n, after: 'Los Ríos' } });
  // With `after` no limit applies to the offset: links only repeat it.
  expect(found('?offset=10001&after=Los%20R%C3%ADos').errors).toEqual([]);
  for (const wrong of ['offset=10001', 'after=', `after=${'x'.repeat(201)}`, 'limit=101', 'sort=name'])
    expect(found(`?${wrong}`).errors).toHaveLength(1);
});

test('an export continues after a kind and an id', () => {
  const found = (query: string) => judgeQuery('exportCatalogue', query);
  expect(found('')).toEqual({ errors: [], value: {} });
  expect(found('?kind=album&after=album-0').errors).toEqual([]);
  expect(found(`?after=artist_details-${largest}`).value).toEqual({ after: { kind: 'artist_details', id: largest } });
  for (const after of ['', 'album', 'album-', 'album--1', 'album-01', 'albums-1', `album-${largest + 1n}`, 'album-1 '])
    expect(found(`?after=${after}`).errors).toEqual(['/after must be a kind and an id, such as album-1043']);
  expect(found('?format=xml&for=x').errors).toEqual(['/format must be one of ndjson, csv, jsonld', '/for must be spreadsheet']);
  const exportQueryOf = (asked: Parameters<typeof toExportQuery>[0]) => {
    try {
      return toExportQuery(asked);
    } catch (error) {
      return (error as Problem).facts.errors?.map(({ pointer, detail }) => `${pointer} ${detail}`);
    }
  };
  const none = { kind: undefined, after: undefined, filter: {} };
  expect(exportQueryOf({})).toEqual({ ...none, format: 'ndjson', kinds });
  expect(exportQueryOf({ format: 'csv', kind: 'album', for: 'spreadsheet', genre: 'punk' })).toEqual({
    ...{ ...none, format: 'spreadsheet', kinds: ['album'], kind: 'album', filter: { genre: 'punk' } },
  });
  expect(exportQueryOf({ format: 'jsonld', after: { kind: 'album', id: 1n } })).toEqual({
    ...{ ...none, format: 'jsonld', kinds: ['album'], after: { kind: 'album', id: 1n } },
  });
  expect(exportQueryOf({ format: 'jsonld', kind: 'alias' })).toEqual(['/kind must be of artist or album in jsonld']);
  expect(exportQueryOf({ format: 'jsonld', after: { kind: 'alias', id: 1n } })).toEqual(['/after must be of artist or album in jsonld']);
  expect(exportQueryOf({ format: 'csv' })).toEqual(['/kind must be given: a CSV file has one kind of record']);
  expect(exportQueryOf({ kind: 'album', for: 'spreadsheet', after: { kind: 'artist', id: 1n } })).toEqual([
    '/after must be of the kind that is asked for, album',
    '/for must be absent unless the format is csv',
  ]);
});

test('a cursor is refused for another order or filter', () => {
  const found = (query: string) => judgeQuery('listArtists', query);
  const cursor = (sort: 'name' | '-updated', filter: string, key: string) =>
    showCursor({ sort, filter: fingerprint(judgeQuery('listArtists', filter).value as ArtistFilter), id: 7n, key });
  const byName = cursor('name', '?has=image', 'sumo');
  expect(found(`?has=image&sort=name&after=${byName}`).errors).toEqual([]);
  expect(found(`?has=image&sort=-name&after=${byName}`).errors).toEqual([
    '/after is a cursor of a list sorted by name, not -name; begin without it',
  ]);
  expect(found(`?has=image&after=${byName}`).errors).toEqual(['/after is a cursor of a list sorted by name, not id; begin without it']);
  expect(found(`?sort=name&after=${byName}`).errors).toEqual(['/after is a cursor of a list with another filter; begin without it']);
  expect(found('?sort=name&after=7').errors).toEqual(['/after is an id, and the list is sorted by name; begin without it']);
  for (const wrong of [
    byName.replace('.7.', '.07.'),
    byName.replace('name', 'band'),
    cursor('name', '', 'a\0b'),
    `${byName.slice(0, byName.lastIndexOf('.'))}._w`,
    cursor('-updated', '', 'yesterday'),
    'x'.repeat(10_000),
  ])
    expect(found(`?sort=name&after=${wrong}`).errors.join()).toContain('a cursor from meta.next');
});

test('a User-Agent is stored up to 200 code points, without control characters', () => {
  expect(deviceOf(null)).toBe('');
  expect(deviceOf('  Radio/1.0 (ñ; 🎸)\t')).toBe('Radio/1.0 (ñ; 🎸)');
  for (const char of ['\u001b', '\n', '\r', '\0', '\u007f', '\u0085', '\u200b', '\u202e', '\u2066', '\ufeff', '\ud800', '\ue000'])
    expect([char, deviceOf(`a${char}[2Jb${char}`)]).toEqual([char, 'a[2Jb']);
  for (const char of ['x', 'ñ', '🎸']) {
    expect(deviceOf(char.repeat(200))).toBe(char.repeat(200));
    expect(deviceOf(char.repeat(201))).toBe(char.repeat(200));
    expect(deviceOf(char.repeat(10_000))).toBe(char.repeat(200));
  }
});
