import { afterAll, describe, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const path = '/api/v1/artists';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const get = (target: string, key?: string) => rockola.call('GET', target, key ? { key } : {});
const post = (body: unknown, headers = {}) => rockola.send('POST', path, body, headers);
const q = (text: string) => encodeURIComponent(text);
const namesOf = async (target: string) => ((await get(target)).json.data as { name: string }[]).map(({ name }) => name);

describe('a search', () => {
  test.each([
    ['charly garsia', 'Charly García'],
    ['SODAESTEREO', 'Soda Stereo'],
    ['sod', 'Soda Stereo'],
    ['fito paes', 'Fito Páez'],
  ])('for %p finds %s first', async (text, name) => {
    expect((await namesOf(`${path}?q=${q(text)}`))[0]).toBe(name);
  });

  test.each([
    ['signos 1986', 'Soda Stereo / Signos'],
    ['divididos 1993', 'Divididos / La era de la boludez'],
    ['almendra 2', 'Almendra / Almendra II'],
    ['la magia', 'Alejandro Lerner'],
    ['los redondos', 'Patricio Rey y sus Redonditos de Ricota'],
    ['g. cerati', 'Gustavo Cerati'],
    ['letras de sumo', 'Sumo'],
    ['L.F.C.', 'Los Fabulosos Cadillacs'],
    ['ikv chaco', 'Illya Kuryaki and The Valderramas / Chaco'],
  ])('across artists and albums for %p finds %s first', async (text, wanted) => {
    const { artist, album } = (await get(`/api/v1/search?q=${q(text)}`)).json.data[0];
    expect(album ? `${artist.name} / ${album.name}` : artist.name).toBe(wanted);
  });

  test('across artists and albums understands a decade, a short year and a question for members, and links to the lists', async () => {
    const search = async (text: string) => {
      const { headers, json } = await get(`/api/v1/search?limit=1&q=${q(text)}`);
      const related = [...(headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="related"/g)].map(([, path]) => path);
      return { related, first: json.data[0] };
    };
    for (const text of ['los 70', '70s', 'discos de los 70'])
      expect([text, (await search(text)).related]).toEqual([text, ['/api/v1/albums?decade=1970', '/api/v1/artists?decade=1970']]);
    const group = await search('quién tocó en seru giran');
    expect([group.first.artist.name, group.related]).toEqual(['Serú Girán', [`${path}/${group.first.artist.id}/members`]]);
    const short = await search('charly garcia 83');
    expect([short.first.artist.name, short.first.album.year, short.related]).toEqual(['Charly García', 1983n, []]);
    expect((await search('signos 1986')).related).toEqual([]);
  });

  test.each([
    ['llegando los monos', [['Sumo', 'Llegando los monos']]],
    ['manal 1970', [['Manal', 'Manal']]],
    ['infame', [['Babasónicos', 'Infame']]],
  ])('for %p finds an album once, under the artist who made it', async (text, wanted) => {
    const { data } = (await get(`/api/v1/search?kind=album&q=${q(text)}`)).json;
    const found = data.map(({ artist, album }: Record<string, { name: string }>) => [artist?.name, album?.name]);
    expect(found).toEqual(wanted);
    const [first] = (await get(`/api/v1/search?q=${q(text)}`)).json.data;
    expect(first.artist.name).toBe(wanted[0]?.[0]);
  });

  test('joins two of three words into one that was split, and finds misspelt words in descriptions', async () => {
    await post({ name: 'Querandí Zumbayllu', description: 'Tocan el chirimbote en la plaza.' });
    await post({ name: 'Querandí Norte' });
    for (const text of ['zumbay llu querandi', 'querandi zumbay llu', 'chirimbone plaza', 'chirimbone'])
      expect([text, await namesOf(`${path}?q=${q(text)}`)]).toEqual([text, ['Querandí Zumbayllu']]);
  });

  test('finds a word that was split in two, anywhere in the query, even if other records match most of the other words', async () => {
    const long = 'Interplanetario Contrarreloj Patagónico';
    await post({ name: `Charangazo ${long}` });
    await post({ name: long });
    for (const text of [`charan gazo ${long}`, `${long} charan gazo`, 'interplanetario charan gazo contrarreloj patagonico'])
      expect([text, await namesOf(`${path}?q=${q(text)}`)]).toEqual([text, [`Charangazo ${long}`]]);
  });

  test('lists an artist before its band if the name of the band matches no better', async () => {
    const description = 'Tocan el birimbao.';
    await post({ name: 'Quelonia Ríos', band: 'Los Tapires Zurdos', description });
    await post({ name: 'Los Tapires Zurdos', description });
    expect(await namesOf(`${path}?q=birimbao`)).toEqual(['Quelonia Ríos', 'Los Tapires Zurdos']);
  });

  test('for a year alone finds the albums of that year and their artists', async () => {
    const found = (await get('/api/v1/search?q=1973&limit=100')).json.data as { album: { year: bigint } | null }[];
    const years = found.flatMap(({ album }) => (album ? [Number(album.year)] : []));
    expect(years.length).toBeGreaterThan(10);
    expect(new Set(years)).toEqual(new Set([1973]));
    expect(await namesOf(`${path}?q=1973&limit=100`)).toContain('Pescado Rabioso');
  });

  test('omits results whose score is far below the best', async () => {
    expect(await namesOf(`${path}?q=paes`)).toEqual(['Fito Páez']);
  });

  test('sees every change at once: an artist that is added, renamed, deleted or restored, and an album that is added', async () => {
    const find = async () => (await namesOf(`${path}?q=zyxwvut`)).concat(await namesOf(`${path}?q=qwertzu`)).join();
    const { headers } = await post({ name: 'Zyxwvut', description: 'Uno' });
    const artist = headers.get('location') as string;
    const key = rockola.adminKey;
    expect(await find()).toBe('Zyxwvut');
    await rockola.call('PATCH', artist, { key, body: { name: 'Otro', band: 'Qwertzu' } });
    expect(await find()).toBe('Otro');
    await rockola.call('PATCH', artist, { key, body: { band: '' } });
    expect(await find()).toBe('');
    await rockola.call('POST', `${artist}/albums`, { key, body: { name: 'Zyxwvut', year: 1999 } });
    expect(await find()).toBe('Otro');
    await rockola.call('DELETE', artist, { key });
    expect(await find()).toBe('');
    await rockola.call('POST', `${artist}/reversions`, { key, body: { version: 2 } });
    expect(await find()).toBe('Otro,Otro');
  });

  test('lists each result once to a client that follows `next`', async () => {
    const seen: string[] = [];
    let next: string | null = `${path}?q=banda&limit=7`;
    let total = 0n;
    while (next) {
      const { json } = await get(next);
      seen.push(...json.data.map(({ id }: { id: bigint }) => String(id)));
      ({ next, total } = json.meta);
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(BigInt(seen.length)).toBe(BigInt(total));
    expect(seen.length).toBeGreaterThan(14);
    expect((await get(`${path}?q=banda&offset=9223372036854775807`)).json.data).toEqual([]);
  });

  test('accepts filters, but no sort, cursor or ids', async () => {
    const all = await namesOf(`${path}?q=garcia`);
    const some = await namesOf(`${path}?q=garcia&has=image`);
    expect(some.length).toBeLessThan(all.length);
    expect(all).toEqual(expect.arrayContaining(some));
    for (const other of ['sort=name', 'after=1', 'ids=1']) expect((await get(`${path}?q=garcia&${other}`)).status).toBe(400);
  });

  test('shows the matching texts, and its score to editors', async () => {
    const found = await get(`/api/v1/search?q=${q('clics modernos')}`);
    const [first] = found.json.data;
    expect(first).toMatchObject({ kind: 'album', album: { name: 'Clics modernos' }, artist: { name: 'Charly García' } });
    for (const { member, text, ranges } of first.matched) {
      expect(['name', 'artist', 'band']).toContain(member);
      for (const [start, end] of ranges) expect(text.slice(Number(start), Number(end))).toMatch(/^\S+$/);
    }
    const kinds = (await get(`/api/v1/search?q=garcia&kind=artist&limit=100`)).json.data.map(({ kind }: { kind: string }) => kind);
    expect(new Set(kinds)).toEqual(new Set(['artist']));
    expect((await get('/api/v1/search?q=garcia&explain=1')).status).toBe(401);
    expect((await get('/api/v1/search?q=garcia&explain=1', (await rockola.person()).key)).status).toBe(403);
    expect((await get('/api/v1/search?q=garcia&explain=1', rockola.adminKey)).json.data[0].explain.score).toBeGreaterThan(0);
  });

  test.each(['', ' ', '...', '"*"', '🎸', 'x'.repeat(201), 'a '.repeat(13)])('refuses %p with a reason', async (text) => {
    for (const target of [`${path}?q=`, '/api/v1/search?q=', `${path}/suggestions?q=`]) {
      const answer = await get(target + q(text));
      expect([answer.status, answer.json.errors?.[0].pointer]).toEqual([400, '/q']);
    }
  });

  test.each(['"soda" OR', 'soda* NEAR(', "soda' --", 'title:soda', '{soda}', '-soda ^', 'soda%_\\'])('takes %p as words', async (text) => {
    expect((await get(`/api/v1/search?q=${q(text)}`)).status).toBe(200);
  });
});

test('a search answers with whole artists, however long their descriptions', async () => {
  const { json: created } = await post({ name: 'Larguísima Quiméra', description: `${'🎸 solos '.repeat(2_000)}.` });
  const whole = (await get(`${path}/${created.id}`)).json;
  expect(whole.description).toHaveLength(18_001);
  expect((await get(`${path}?q=${q('larguísima quimera')}`)).json.data[0]).toEqual(whole);
  expect((await get(`/api/v1/search?q=${q('larguísima quimera')}`)).json.data[0].artist).toEqual(whole);
  expect((await get(`${path}/duplicates?name=${q('Larguisima Quimera')}`)).json.data[0]).toMatchObject({ id: created.id });
});

test('suggestions match unfinished words, and are at most as many as `limit`', async () => {
  for (const typed of ['so', 'soda', 'soda s', 'soda ste']) {
    const { data } = (await get(`${path}/suggestions?q=${q(typed)}&limit=5`)).json;
    expect(data.length).toBeLessThanOrEqual(5);
    for (const artist of data) expect([Object.keys(artist), artist.album]).toEqual([['id', 'name', 'band', 'album', 'matched'], null]);
    if (typed.length > 3) expect(data[0].name).toBe('Soda Stereo');
  }
});

test('suggestions include albums if requested, also by the names of their artists', async () => {
  for (const [typed, artist, album] of [
    ['artau', 'Pescado Rabioso', 'Artaud'],
    ['canción anim', 'Soda Stereo', 'Canción animal'],
    ['clics modrnos', 'Charly García', 'Clics modernos'],
    ['charly clics', 'Charly García', 'Clics modernos'],
    ['clics charly g', 'Charly García', 'Clics modernos'],
  ] as const) {
    const { data } = (await get(`${path}/suggestions?q=${q(typed)}&with=albums`)).json;
    expect([typed, data[0]?.name, data[0]?.album?.name.toLowerCase()]).toEqual([typed, artist, album.toLowerCase()]);
    expect(data[0].matched.some(({ member }: { member: string }) => member === 'name')).toBe(true);
  }
  const { data } = (await get(`${path}/suggestions?q=soda&with=albums&limit=20`)).json;
  expect([data[0].name, data[0].album]).toEqual(['Soda Stereo', null]);
  expect((await get(`${path}/suggestions?q=soda&with=bands`)).status).toBe(400);
});

describe('duplicates', () => {
  test('of a name can be looked up before an artist is added', async () => {
    expect(await namesOf(`${path}/duplicates?name=${q('Sodastéreo')}`)).toEqual(['Soda Stereo']);
    expect(await namesOf(`${path}/duplicates?name=Sodaestereo`)).toContain('Soda Stereo');
    expect(await namesOf(`${path}/duplicates?name=${q('Por Sui Gieco')}`)).toEqual(['PorSuiGieco']);
    for (let i = 0; i < 7; i++) await post({ name: 'Los Mellizos Iguales' });
    expect(await namesOf(`${path}/duplicates?name=${q('Mellizos iguales')}`)).toHaveLength(7);
  });

  /** Repeats a request until its answer names duplicates. The service gives up a lookup after 150 ms. */
  async function withLink(send: (n: number) => ReturnType<typeof post>) {
    for (let n = 1; ; n++) {
      // The service begins no lookup shortly after another.
      await Bun.sleep(200);
      const answer = await send(n);
      expect(answer.status).toBe(201);
      if (answer.headers.has('link') || n === 20) return answer;
    }
  }

  test('are named in the answer to a new artist and in its replay, and a new name without similar ones has none', async () => {
    const [stored] = (await get(`${path}/duplicates?name=${q('Sodastéreo')}`)).json.data;
    const postUnder = (n: number) => post({ name: 'SODASTÉREO' }, { 'Idempotency-Key': `duplicates-${n}` });
    for (const [replayed, answer] of [
      [null, await withLink(postUnder)],
      ['true', await withLink(() => postUnder(1))],
    ] as const) {
      expect(answer.headers.get('idempotent-replayed')).toBe(replayed);
      expect(answer.headers.get('link')).toContain(`<${path}/${stored.id}>; rel="duplicate"`);
      expect(answer.headers.get('link')).not.toContain(`/${answer.json.id}>`);
    }
    expect((await withLink(() => post({ name: 'Mellizos iguales' }))).headers.get('link')?.split(', ')).toHaveLength(5);
    await Bun.sleep(200);
    expect((await post({ name: 'Wqxyz Plmokn' })).headers.get('link')).toBeNull();
  });

  test('of a name without letters are not found', async () => {
    expect((await post({ name: '¿?' })).status).toBe(201);
    expect((await get(`${path}/duplicates?name=${q('¿?')}`)).json.data).toEqual([]);
  });
});
