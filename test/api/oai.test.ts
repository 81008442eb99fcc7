import { afterAll, beforeAll, describe, expect, test as longToo } from 'bun:test';
import { until } from '../faults/until.ts';
import { allNumbered } from '../support/allNumbered.ts';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { each, times } from '../support/each.ts';
import { startRockola } from '../support/harness.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const test = longToo.skipIf(isLong);
const publicUrl = 'https://rock.example.org/catalogue';
const rockola = await startRockola({
  ROCKOLA_PUBLIC_URL: publicUrl,
  ROCKOLA_CONTACT: 'ana@example.org',
  ROCKOLA_LICENCE: 'CC0-1.0',
  ROCKOLA_CATALOGUE_LANGUAGE: 'es-AR',
});
afterAll(() => rockola.stop());
const { send, add } = rockola;

type Query = Record<string, string> | string;
const search = (query: Query) => String(new URLSearchParams(query));

async function ask(query: Query, method: 'GET' | 'POST' = 'GET'): Promise<string> {
  const type = 'application/x-www-form-urlencoded';
  const response =
    method === 'GET'
      ? await fetch(`${rockola.url}/oai?${search(query)}`)
      : await fetch(`${rockola.url}/oai`, { method, headers: { 'Content-Type': type }, body: search(query) });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/xml; charset=utf-8']);
  return response.text();
}

const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, inner = '']) => inner);
const textOf = (text: string, element: string) => all(text, new RegExp(`<${element}\\b[^>]*>([^<]*)</${element}>`, 'g'))[0];
const errorsIn = (text: string) => [...text.matchAll(/<error code="(\w+)">([^<]*)</g)].map(([, code = '', words = '']) => [code, words]);
const records = (text: string) => all(text, /(<header.*)/g);
const tokenIn = (text: string) => textOf(text, 'resumptionToken');

/** The pages of a list. `step` is called before each further page. */
async function harvest(query: Query, method: 'GET' | 'POST' = 'GET', step = async (_page: number) => {}): Promise<string[]> {
  const { verb = '' } = Object.fromEntries(new URLSearchParams(query));
  const pages = [await ask(query, method)];
  for (let token = tokenIn(pages[0] ?? ''); token; token = tokenIn(pages.at(-1) ?? '')) {
    await step(pages.length);
    pages.push(await ask({ verb, resumptionToken: token }, method));
  }
  return pages;
}

/** The sets, state and names of each harvested record, by its identifier. A list of headers has no names. */
function contentOf(pages: string[]): Map<string, string> {
  return new Map(
    pages.flatMap(records).map((text) => {
      const gone = text.includes('<header status="deleted">') ? 'gone' : '';
      const names = ['title', 'creator', 'date'].map((member) => textOf(text, `dc:${member}`) ?? '');
      return [textOf(text, 'identifier') ?? '', [all(text, /<setSpec>([^<]*)/g), gone, ...names].join(' | ')];
    }),
  );
}

const years = new Map<string, number>();
const list = { verb: 'ListRecords', metadataPrefix: 'oai_dc' };
const setsOf = (id: string) => ['album', `album:${Math.floor((years.get(id) ?? 0) / 10)}0`];

/** The content that a harvest must have, from the tables and the log. */
async function expectedContent(withNames = true): Promise<Map<string, string>> {
  await allNumbered(rockola);
  const logged = await rockola.sql("select distinct kind, id from revision where kind in ('artist', 'album')");
  const expected = new Map(
    logged.map(({ kind, id }) => [
      `oai:rock.example.org:${kind}/${id}`,
      [kind === 'artist' ? 'artist' : setsOf(String(id)), 'gone', '', '', ''].join(' | '),
    ]),
  );
  const shown = (sets: string | string[], ...names: unknown[]) =>
    [sets, '', ...names.map((name) => (withNames ? Bun.escapeHTML(String(name)) : ''))].join(' | ');
  for (const { id, name } of await rockola.sql('select id, name from artist'))
    expected.set(`oai:rock.example.org:artist/${id}`, shown('artist', name, '', ''));
  for (const { id, name, year, artist } of await rockola.sql(
    'select b.id, b.name, b.year, a.name as artist from album b join artist a on a.id = b.artist_id',
  ))
    expected.set(`oai:rock.example.org:album/${id}`, shown(setsOf(String(id)), name, artist, year));
  return expected;
}

/** @returns a function that makes a random write. Each writer has its own artists. */
async function createWriter(random: Random): Promise<() => Promise<void>> {
  const text = () => `${random.pick(['Los ', 'Ñ & <b>', '"x" ', "l'"])}${random.below(1_000)}`;
  const year = () => 1950 + random.below(70);
  const addArtist = async () => ({ id: await add('/artists', { name: text() }), albums: [] as bigint[] });
  const artists = [await addArtist()];
  const deletedPaths: string[] = [];
  const artist = () => random.pick(artists as [(typeof artists)[number], ...typeof artists]);
  const randomAlbum = () => {
    const { id, albums } = artist();
    return albums.length === 0 ? undefined : { path: `/artists/${id}/albums/`, album: random.pick(albums as [bigint, ...bigint[]]) };
  };
  const steps: (() => Promise<unknown>)[] = [
    async () => artists.push(await addArtist()),
    async () => send('PATCH', `/artists/${artist().id}`, { name: text() }),
    ...times(3).map(() => async () => {
      const { id, albums } = artist();
      const when = year();
      const album = await add(`/artists/${id}/albums`, { name: text(), year: when }).catch(() => undefined);
      if (album === undefined) return;
      years.set(String(album), when);
      albums.push(album);
    }),
    async () => {
      const { path, album } = randomAlbum() ?? {};
      const when = year();
      if (album && (await send('PATCH', `${path}${album}`, { year: when })).status === 200) years.set(String(album), when);
    },
    async () => {
      const { path, album } = randomAlbum() ?? {};
      if (album && (await send('DELETE', `${path}${album}`)).status === 204) deletedPaths.push(`${path}${album}`);
    },
    async () => {
      const path = `/artists/${artist().id}`;
      if ((await send('DELETE', path)).status === 204) deletedPaths.push(path);
    },
    async () => {
      const path = deletedPaths.pop();
      const { json, status } = path ? await send('GET', `${path}/revisions?limit=2`) : { json: undefined, status: 404 };
      if (status === 200) await send('POST', `${path}/reversions`, { version: json.data[1].version });
      const found = await rockola.sql('select id, year from album');
      for (const { id, year } of found) if (!years.has(String(id))) years.set(String(id), Number(year));
    },
  ];
  return async () => void (await random.pick(steps as [(typeof steps)[number], ...typeof steps])());
}

beforeAll(async () => {
  await allNumbered(rockola);
  for (const { id, year } of await rockola.sql('select id, year from album')) years.set(String(id), Number(year));
});

describe('the verbs', () => {
  test('Identify names the protocol and its granularity, and says that deletions stay', async () => {
    const text = await ask({ verb: 'Identify' });
    const named = ['repositoryName', 'baseURL', 'protocolVersion', 'adminEmail', 'deletedRecord', 'granularity'].map((name) =>
      textOf(text, name),
    );
    expect(named).toEqual(['Rockola', `${publicUrl}/oai`, '2.0', 'ana@example.org', 'persistent', 'YYYY-MM-DDThh:mm:ssZ']);
    const stamps = all((await harvest({ ...list, verb: 'ListIdentifiers' })).join(''), /<datestamp>([^<]*)/g).toSorted();
    expect((textOf(text, 'earliestDatestamp') ?? '') <= (stamps[0] ?? '')).toBe(true);
  });

  test('ListMetadataFormats has oai_dc, also for one record', async () => {
    for (const identifier of [undefined, 'oai:rock.example.org:artist/1001'])
      expect(textOf(await ask({ verb: 'ListMetadataFormats', ...(identifier && { identifier }) }), 'metadataPrefix')).toBe('oai_dc');
  });

  test('ListSets has the kinds, and each decade with albums', async () => {
    const decades = [...new Set([...years.values()].map((year) => `album:${Math.floor(year / 10)}0`))].toSorted();
    expect(all(await ask({ verb: 'ListSets' }), /<setSpec>([^<]*)/g)).toEqual(['artist', 'album', ...decades]);
  });

  test('GetRecord has the record in simple Dublin Core, by GET and POST, also under the path of the public URL', async () => {
    const artist = await add('/artists', { name: 'Sui & <Generis>\u0001' });
    const album = await add(`/artists/${artist}/albums`, { name: 'Vida', year: 1972 });
    years.set(String(album), 1972);
    const query = { verb: 'GetRecord', identifier: `oai:rock.example.org:album/${album}`, metadataPrefix: 'oai_dc' };
    const text = await ask(query);
    const [datestamp, date] = [textOf(text, 'datestamp'), textOf(text, 'responseDate')];
    expect(datestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    expect(text).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/ http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd">
<responseDate>${date}</responseDate>
<request verb="GetRecord" identifier="oai:rock.example.org:album/${album}" metadataPrefix="oai_dc">${publicUrl}/oai</request>
<GetRecord>
<record><header><identifier>oai:rock.example.org:album/${album}</identifier><datestamp>${datestamp}</datestamp><setSpec>album</setSpec><setSpec>album:1970</setSpec></header><metadata><oai_dc:dc xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd"><dc:title>Vida</dc:title><dc:creator>Sui &amp; &lt;Generis&gt;</dc:creator><dc:date>1972</dc:date><dc:type>Sound</dc:type><dc:type>Album</dc:type><dc:identifier>${publicUrl}/artists/${artist}-sui-generis/albums/${album}-vida</dc:identifier><dc:language>es-AR</dc:language><dc:rights>https://creativecommons.org/publicdomain/zero/1.0/</dc:rights></oai_dc:dc></metadata></record>
</GetRecord>
</OAI-PMH>
`);
    const record = records(text);
    expect(records(await ask(query, 'POST'))).toEqual(record);
    expect(records(await (await fetch(`${rockola.url}/catalogue/oai?${search(query)}`)).text())).toEqual(record);
    await send('DELETE', `/artists/${artist}`);
    expect(await ask(query)).toMatch(/<record><header status="deleted">.*<setSpec>album:1970<\/setSpec><\/header><\/record>/);
  });
});

describe('an error', () => {
  const format = 'metadataPrefix=oai_dc';
  const record = 'identifier=oai:rock.example.org:';
  const timeForm = 'must be a day such as 2026-01-31 or a second such as 2026-01-31T12:00:00Z';
  const span = `verb=ListRecords&${format}&from=2026-02-02`;
  test.each([
    ['', ['badVerb']],
    ['verb=listRecords', ['badVerb']],
    ['verb=Identify&verb=Identify', ['badVerb']],
    ['verb=Identify&x=1', ['badArgument', 'x is not a known parameter; none is known here']],
    ['verb=GetRecord', ['badArgument', 'identifier is required'], ['badArgument', 'metadataPrefix is required']],
    [
      `verb=ListIdentifiers&${format}&${format}&from=2026-02-30&until=2026&set=album:1975&a%00%ff=`,
      ['badArgument', 'metadataPrefix appears more than once'],
      ['badArgument', 'set must be artist, album, or a decade such as album:1970; ListSets has all'],
      ['badArgument', `from ${timeForm}`],
      ['badArgument', `until ${timeForm}`],
      ['badArgument', 'a\ufffd is not a known parameter; known are metadataPrefix, set, from, until'],
    ],
    [`${span}&until=2026-02-02T00:00:00Z`, ['badArgument', 'until must have the granularity of from']],
    [`${span}&until=2026-02-01`, ['badArgument', 'until must not be before from']],
    [`verb=ListRecords&${format}&resumptionToken=x`, ['badArgument', 'metadataPrefix is not a known parameter; known are resumptionToken']],
    [`verb=GetRecord&${format}&identifier=%25zz`, ['badArgument', 'identifier must be a URI']],
    ...['artist/999', 'artist/01001', 'alias/1', 'artist/9223372036854775808', 'artist/1001/'].map(
      (id) => [`verb=GetRecord&${format}&${record}${id}`, ['idDoesNotExist']] as [string, string[]],
    ),
    [`verb=GetRecord&${format}&identifier=oai:example.org:artist/1001`, ['idDoesNotExist']],
    [`verb=ListMetadataFormats&${record}artist/999`, ['idDoesNotExist']],
    [`verb=GetRecord&metadataPrefix=marc&${record}artist/1001`, ['cannotDisseminateFormat']],
    ['verb=ListRecords&metadataPrefix=marc', ['cannotDisseminateFormat']],
    [`verb=ListRecords&${format}&until=1999-12-31`, ['noRecordsMatch']],
    [`verb=ListIdentifiers&${format}&set=album:1230`, ['noRecordsMatch']],
    ...['', 'x', 'c1-1!!!', 'c0-0!!!', 'c999999-mi9s0v3k!!!'].map(
      (token) => [`verb=ListRecords&resumptionToken=${token}`, ['badResumptionToken']] as [string, string[]],
    ),
    ['verb=ListSets&resumptionToken=x', ['badResumptionToken']],
  ] as [string, ...string[][]][])('%s', async (query, ...errors) => {
    const text = await ask(query);
    expect(errorsIn(text)).toEqual(errors.map(([code = '', words = expect.any(String)]) => [code, words as string]));
    const repeatsAttributes = !/bad(?:Verb|Argument)/.test(errors[0]?.[0] ?? '');
    expect(/<request[^>]*>/.exec(text)?.[0] !== '<request>').toBe(repeatsAttributes);
    expect(errorsIn(await ask(query, 'POST'))).toEqual(errorsIn(text));
  });

  test('of the HTTP request keeps its HTTP status', async () => {
    const post = (type: string, body: string) => fetch(`${rockola.url}/oai`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect((await post('application/json', '{}')).status).toBe(415);
    expect((await post('application/x-www-form-urlencoded', 'x'.repeat(10_000))).status).toBe(413);
    expect((await fetch(`${rockola.url}/oai`, { method: 'DELETE' })).headers.get('allow')).toBe('GET, HEAD, POST, OPTIONS');
  });
});

describe('a harvest', () => {
  longToo('has every record and deletion once, as a whole and of each set, after random writes', async () => {
    const random = randomFrom(seed);
    const write = await createWriter(random);
    for (let i = 0; i < repetitionsFor('OAI_WRITES', { short: 120, long: 1_000 }); i++) await write();
    const expected = await expectedContent();
    const sets = [undefined, ...all(await ask({ verb: 'ListSets' }), /<setSpec>([^<]*)/g)];
    await each(sets, async (set) => {
      const pages = await harvest({ ...list, ...(set && { set }) }, random.pick(['GET', 'POST']));
      const wanted = [...expected].filter(([, text]) => !set || (text.split(' |')[0] ?? '').split(',').includes(set));
      expect(new Map([...contentOf(pages)].toSorted())).toEqual(new Map(wanted.toSorted()));
      expect(pages.flatMap(records).length).toBe(wanted.length);
      expect(pages.slice(0, -1).every((page) => records(page).length === 100)).toBe(true);
    });
  });

  test('of a span of time has the records whose last change is in it', async () => {
    const [last] = await rockola.sql('select max(at) as at from revision');
    await until(() => Date.now() > Number(last?.at) + 1_000, 'the clock stands still');
    const changed = await add('/artists', { name: 'Later' });
    await allNumbered(rockola);
    const headers = (await harvest({ ...list, verb: 'ListIdentifiers' })).flatMap(records);
    const stamp = (header = '') => textOf(header, 'datestamp') ?? '';
    const newest = stamp(headers.at(-1));
    expect(textOf(headers.at(-1) ?? '', 'identifier')).toEndWith(`artist/${changed}`);
    const bounds = [stamp(headers[0]), stamp(headers.at(-2)), newest, newest.slice(0, 10)];
    for (const from of [undefined, ...bounds])
      for (const end of [undefined, ...bounds].filter((end) => !from || !end || (end.length === from.length && end >= from))) {
        const wanted = headers.filter((header) => (!from || stamp(header) >= from) && (!end || stamp(header).slice(0, end.length) <= end));
        const query = { ...list, verb: 'ListIdentifiers', ...(from && { from }), ...(end && { until: end }) };
        expect((await harvest(query)).flatMap(records)).toEqual(wanted);
      }
  });

  test('that begins at the date of the previous harvest has a change that became visible late', async () => {
    const from = textOf(await ask({ verb: 'Identify' }), 'responseDate') ?? '';
    const artist = await add('/artists', { name: 'Slow' });
    await allNumbered(rockola);
    await rockola.sql(`update revision set at = at - 30000 where kind = 'artist' and id = ${artist}`);
    const headers = (await harvest({ ...list, verb: 'ListIdentifiers', from })).flatMap(records);
    expect(headers.some((header) => header.includes(`artist/${artist}<`))).toBe(true);
  });

  test('continues with tokens that may be used again, but not in another catalogue', async () => {
    const { verb } = list;
    const token = tokenIn(await ask({ ...list, set: 'album', from: '2000-01-01' })) ?? '';
    const again = await Promise.all(times(3).map(() => ask({ verb, resumptionToken: token })));
    expect(new Set(again.map((text) => records(text).join()))).toEqual(new Set([records(again[0] ?? '').join()]));
    expect(records(again[0] ?? '').every((text) => text.includes('<setSpec>album</setSpec>'))).toBe(true);
    const otherTime = token.replace(/.(?=!)/, (digit) => (digit === '0' ? '1' : '0'));
    for (const spoiled of [
      otherTime,
      token.slice(0, -1),
      `${token}!`,
      token.replace('album', 'alb'),
      token.replace('2000', '20x0'),
      `${token}2000-01-01T00:00:00Z`,
    ])
      expect([spoiled, errorsIn(await ask({ verb, resumptionToken: spoiled }))[0]?.[0]]).toEqual([spoiled, 'badResumptionToken']);
  });

  longToo('and the next one, from the date of the first, have all changes that four writers make meanwhile', async () => {
    const writes = repetitionsFor('OAI_RACE', { short: 300, long: 3_000 });
    let written = 0;
    const writers = times(4).map(async (n) => {
      const write = await createWriter(randomFrom(seed, n + 1));
      while (written < writes) {
        written++;
        await write();
      }
    });
    const ended = Promise.all(writers);
    /** `pace`: the writes to wait for before each further page. The last pages are read after the last write. */
    const harvester = (pace: number, verb: string) =>
      harvest({ ...list, verb }, 'GET', async (page) => {
        await until(() => written >= Math.min(writes, page * pace), 'the writers stand still');
        if (written >= writes) await ended.then(() => allNumbered(rockola));
      });
    const [slow, quick] = await Promise.all([harvester(writes / 9, 'ListRecords'), harvester(writes / 6, 'ListIdentifiers')]);
    await ended;
    const from = textOf(slow[0] ?? '', 'responseDate') ?? '';
    const next = await harvest({ ...list, from });
    expect(new Map([...contentOf(quick)].toSorted())).toEqual(new Map([...(await expectedContent(false))].toSorted()));
    const since = new Map([...contentOf(slow), ...contentOf(next)].toSorted());
    expect(since).toEqual(new Map([...(await expectedContent())].toSorted()));
  });

  test('reads up to 10,000 changes for a page, and has a record on each page, even if few changes are of its set', async () => {
    const artist = await add('/artists', { name: 'Rare' });
    const rare = async (name: string) => years.set(String(await add(`/artists/${artist}/albums`, { name, year: 1931 })), 1931);
    const others = async (first: number, last: number) => {
      await rockola.sql(`insert into revision (changeset, at, kind, id, version, action, shape)
        with recursive n (i) as (select ${first} union all select i + 1 from n where i < ${last})
        select 1, (select max(at) from revision), 'membership', 1000000 + i, 1, 'delete', 1 from n`);
      await allNumbered(rockola);
    };
    await others(1, 20_000);
    await rare('First');
    await rare('Second');
    await others(20_001, 75_000);
    await rare('Third');
    await others(75_001, 100_000);
    const [newest] = await rockola.sql('select max(seq) as seq from revision');
    const expected = [...(await expectedContent())];
    for (const set of ['album:1930', 'artist']) {
      const pages = await harvest({ ...list, set });
      const reached = [0, ...pages.slice(0, -1).map((page) => Number(/^c(\d+)-/.exec(tokenIn(page) ?? '')?.[1])), Number(newest?.seq)];
      const steps = reached.slice(1).map((seq, i) => seq - (reached[i] as number));
      // The last page may read no further change: the page before it may have ended at the newest.
      expect(steps.filter((step, i) => !((step > 0 || i === steps.length - 1) && step <= 10_000))).toEqual([]);
      expect(pages.map((page) => records(page).length)).not.toContain(0);
      const wanted = expected.filter(([, text]) => (text.split(' |')[0] ?? '').split(',').includes(set));
      expect(new Map([...contentOf(pages)].toSorted())).toEqual(new Map(wanted.toSorted()));
    }
    expect(errorsIn(await ask({ ...list, set: 'album:1230' }))[0]?.[0]).toBe('noRecordsMatch');
  });
});

test('an identifier with an IPv6 address has no brackets, which a URI does not allow there', async () => {
  const other = await startRockola({ ROCKOLA_PUBLIC_URL: 'https://[2001:db8::1]' });
  const query = { verb: 'GetRecord', identifier: 'oai:2001:db8::1:artist/1001', metadataPrefix: 'oai_dc' };
  const text = await (await fetch(`${other.url}/oai?${search(query)}`)).text();
  expect(textOf(records(text)[0] ?? '', 'identifier')).toBe(query.identifier);
  await other.stop();
});
