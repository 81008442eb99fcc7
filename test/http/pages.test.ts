import { afterAll, describe, expect, test } from 'bun:test';
import { factKinds, parentOf } from '../../src/model/record.ts';
import type { OpenApi } from '../../src/web/docs/document.ts';
import { sitePages, sitePaths, siteTable } from '../../src/web/paths.ts';
import { addFact } from '../support/facts.ts';
import { startRockola } from '../support/harness.ts';

/** The pages as HTTP clients see them; their look and behaviour in a browser is in `test/web`. */
const publicUrl = 'https://rock.example.org/rock';
const rockola = await startRockola({ ROCKOLA_PUBLIC_URL: publicUrl });
afterAll(() => rockola.stop());

const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(rockola.url + path, { redirect: 'manual', headers: { Accept: 'text/html,*/*;q=0.8', 'Accept-Encoding': 'identity', ...headers } });
const make = (body: object) => rockola.add('/artists', body);
const charly = '/artists/1055-charly-garcia';

test('the page of all artists ignores parameters of the API that it does not use, and redirects a text to the search', async () => {
  for (const query of [
    '?q=',
    '?sort=',
    '?limit=x',
    '?limit=99999&letter=a',
    '?ids=x',
    '?year=1&decade=1970',
    '?updated_since=x',
    '?sort=-updated&has=x',
  ])
    expect([query, (await ask(`/artists${query}`)).status]).toEqual([query, 200]);
  const moved = await ask('/artists?q=Charly%20%26%20m%C3%A1s&letter=x&sort=name');
  expect([moved.status, moved.headers.get('location')]).toEqual([301, '/rock/search?q=Charly+%26+m%C3%A1s']);
  for (const query of ['?letter=xx', '?decade=1971', '?after=x', '?offset=10001'])
    expect([query, (await ask(`/artists${query}`)).status]).toEqual([query, 400]);
});

test.each(factKinds)('a new %s appears on the page of its artist or album', async (kind) => {
  const artistId = await make({ name: 'Con Datos' });
  const albumId = await rockola.add(`/artists/${artistId}/albums`, { name: 'Con Datos', year: 1970 });
  const page = `/artists/${artistId}-con-datos${parentOf(kind) === 'album' ? `/albums/${albumId}-con-datos` : ''}`;
  const shown = async () => /<main.*<\/main>/s.exec(await (await ask(page)).text())?.[0] ?? '';
  const before = await shown();
  const added: Record<string, unknown> = {};
  const send = async (method: string, path: string, body: unknown) => {
    Object.assign(added, body);
    return rockola.call(method, path, { body, key: rockola.adminKey });
  };
  await addFact(send, kind, { artistId, albumId });
  const after = await shown();
  const texts = Object.values(added).filter((value) => typeof value === 'string' && value.length > 3);
  expect(texts.some((text) => after.includes(String(text)) && !before.includes(String(text)))).toBe(true);
});

describe('the address of an artist', () => {
  test.each([
    ['Charly García', '-charly-garcia'],
    ["Los Abuelos de la Nada (en vivo) '85", '-los-abuelos-de-la-nada-en-vivo-85'],
    ['Ñandú', '-nandu'],
    ['Кино', '-кино'],
    ['فيروز', '-فيروز'],
    ['!!! 🎸', ''],
    ['../..\\#?%2f', '-2f'],
    ['a'.repeat(200), ''],
    ['una palabra '.repeat(16), '-una-palabra-una-palabra-una-palabra-una-palabra-una-palabra'],
  ])('has the words of its name: %p', async (name, words) => {
    const id = await make({ name });
    const path = `/artists/${id}${words}`;
    for (const other of [`/artists/${id}`, `/artists/${id}-`, `/artists/${id}-other`].filter((other) => other !== path)) {
      const moved = await ask(other);
      expect([other, moved.status, moved.headers.get('cache-control')]).toEqual([other, 301, 'no-cache']);
      expect(decodeURI(moved.headers.get('location') ?? '')).toBe(`/rock${path}`);
    }
    expect((await ask(encodeURI(path))).status).toBe(200);
  });

  test('follows the name, and the old one redirects to the new', async () => {
    const id = await make({ name: 'Antes' });
    await rockola.send('PATCH', `/artists/${id}`, { name: 'Después' });
    expect((await ask(`/artists/${id}-antes`)).headers.get('location')).toBe(`/rock/artists/${id}-despues`);
    const { json } = await rockola.send('POST', `/artists/${id}/albums`, { name: 'Uno', year: 1999 });
    const album = await ask(`/artists/${id}-antes/albums/${json.id}`);
    expect([album.status, album.headers.get('location')]).toEqual([301, `/rock/artists/${id}-despues/albums/${json.id}-uno`]);
  });

  test('that names no artist is 404', async () => {
    for (const path of [
      '/artists/x',
      '/artists/0',
      '/artists/01055',
      '/artists/9223372036854775808',
      '/artists/1055x',
      '/artists/1055/albums/1',
    ])
      expect([path, (await ask(path)).status]).toEqual([path, 404]);
  });
});

describe('a page', () => {
  test('is sent again only if it changed, compressed or not', async () => {
    const id = await make({ name: 'Cambia', description: 'uno '.repeat(500) });
    const path = `/artists/${id}-cambia`;
    const plain = await ask(path);
    const etag = plain.headers.get('etag') ?? '';
    expect(etag).toMatch(/^W\/"\w+"$/);
    for (const coding of ['identity', 'gzip']) {
      const again = await ask(path, { 'If-None-Match': etag, 'Accept-Encoding': coding });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
    await rockola.send('PATCH', `/artists/${id}`, { band: 'Otra' });
    expect((await ask(path, { 'If-None-Match': etag })).status).toBe(200);
  });

  test('is compressed for clients that take gzip, and for no others', async () => {
    for (const path of ['/', charly, '/docs', '/docs/albums', '/openapi.json', '/changes.atom', '/nowhere']) {
      const plain = await (await ask(path)).text();
      for (const [accept, coding] of [
        ['gzip', 'gzip'],
        ['br, GZIP;q=0.5', 'gzip'],
        ['*', 'gzip'],
        ['identity', null],
        ['gzip;q=0', null],
        ['gzip;q=0, *', null],
        ['br', null],
        ['x'.repeat(2_000), null],
      ] as const) {
        const answer = await ask(path, { 'Accept-Encoding': accept });
        expect([path, accept, answer.headers.get('content-encoding')]).toEqual([path, accept, coding]);
        expect(answer.headers.get('vary')).toContain('Accept-Encoding');
        const text = await answer.text();
        // The texts are equal: only a page about a failure of the service has a request id.
        expect(text === plain).toBe(true);
      }
      const head = await fetch(rockola.url + path, { method: 'HEAD', headers: { Accept: 'text/html', 'Accept-Encoding': 'gzip' } });
      expect(Number(head.headers.get('content-length'))).toBeLessThan(plain.length);
    }
    expect((await ask('/api/v1/artists?limit=100', { 'Accept-Encoding': 'gzip', Accept: '*/*' })).headers.has('content-encoding')).toBe(
      false,
    );
  });

  test('of an artist is at most 20 KB with its styles', async () => {
    const bytes = async (path: string) => {
      const answer = await fetch(rockola.url + path, { headers: { 'Accept-Encoding': 'gzip' }, decompress: false });
      return (await answer.arrayBuffer()).byteLength;
    };
    const sizes = await Promise.all([charly, '/assets/site.css', '/assets/catalogue.css'].map(bytes));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThan(20_000);
  });

  test('is in the language that a link asks for, else in that of the browser, and remembers the choice of a link', async () => {
    const languageOf = async (path: string, headers: Record<string, string>) =>
      /<html lang="(\w+)"/.exec(await (await ask(path, headers)).text())?.[1];
    const cookie = (await ask('/?lang=en')).headers.get('set-cookie') ?? '';
    expect(cookie).toBe('rockola-language=en; Path=/rock; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure');
    for (const [path, headers, language] of [
      ['/', {}, 'es'],
      ['/', { 'Accept-Language': 'en-GB' }, 'en'],
      ['/?lang=en', { 'Accept-Language': 'es' }, 'en'],
      ['/?lang=xx', { 'Accept-Language': 'en' }, 'en'],
      ['/', { 'Accept-Language': 'es', Cookie: 'a=b; rockola-language=en' }, 'en'],
      ['/?lang=es', { Cookie: 'rockola-language=en' }, 'es'],
      ['/', { Cookie: 'rockola-language=<script>' }, 'es'],
    ] as const)
      expect([path, headers, await languageOf(path, headers)]).toEqual([path, headers, language]);
    expect((await ask('/?lang=xx')).headers.has('set-cookie')).toBe(false);
  });

  test('ignores parameters that other sites add, and refuses malformed values of its own', async () => {
    expect((await ask(`${charly}?utm_source=x&fbclid=1`)).status).toBe(200);
    for (const path of ['/artists?after=x', '/changes?after=x', `${charly}/history?after=1`, '/sitemap.xml?after=-1'])
      expect([path, (await ask(path)).status]).toEqual([path, 400]);
  });
});

test('a list shows the band of an artist without albums in place of a title, unless the band has the name of the artist', async () => {
  await make({ name: 'Qé Uno', band: 'Los Qé' });
  await make({ name: 'Qé Dos', band: 'Qé Dos' });
  const page = await (await ask('/artists?letter=q')).text();
  expect(page).toContain('<bdi>Los Qé</bdi>');
  expect(page.split('<bdi>Qé Dos</bdi>').length - 1).toBe(1);
});

test('the page of a person without members offers no form for members', async () => {
  const path = `/artists/${await make({ name: 'Una Persona' })}-una-persona`;
  const form = `${path}/members"`;
  expect(await (await ask(path)).text()).toContain(form);
  await rockola.send('PUT', `${path.replace('-una-persona', '')}/details`, { type: 'person' });
  expect(await (await ask(path)).text()).not.toContain(form);
});

test('a link to a streaming service leads to the page that an identifier names, or else to a search there', async () => {
  const key = rockola.adminKey;
  const id = await make({ name: 'Él & "Ella"' });
  const path = `/artists/${id}-el-ella`;
  const listen = async () => [
    ...(await (await ask(path)).text()).matchAll(/<a href="([^"]*)" rel="external noopener noreferrer nofollow"/g),
  ];
  const found = (await listen()).map(([, href]) => href?.replaceAll('&amp;', '&'));
  const text = '%C3%89l%20%26%20%22Ella%22';
  expect(found).toEqual([
    `https://open.spotify.com/search/${text}`,
    `https://www.youtube.com/results?search_query=${text}`,
    `https://bandcamp.com/search?q=${text}&item_type=b`,
    `https://music.apple.com/ar/search?term=${text}`,
  ]);
  const body = { scheme: 'spotify', value: '4vqKjn8Vk3XNyAXLnKmbRI' };
  await rockola.call('POST', `/api/v1/artists/${id}/identifiers`, { key, body });
  expect((await listen())[0]?.[1]).toBe('https://open.spotify.com/artist/4vqKjn8Vk3XNyAXLnKmbRI');
});

test('a page cites its version with an address that shows the same version after a change', async () => {
  const key = rockola.adminKey;
  const id = await make({ name: 'Antes', description: 'como era' });
  const album = (await rockola.call('POST', `/api/v1/artists/${id}/albums`, { key, body: { name: 'Uno', year: 1970 } })).json.id;
  for (const [path, json, change] of [
    [`/artists/${id}-antes`, `/api/v1/artists/${id}`, { description: 'como es' }],
    [`/artists/${id}-antes/albums/${album}-uno`, `/api/v1/artists/${id}/albums/${album}`, { year: 1971 }],
  ] as const) {
    const cited = /<p class="cite">.*?<a href="([^"]*)"/.exec(await (await ask(path)).text())?.[1] ?? '';
    expect(cited).toStartWith(`${publicUrl}${path}?at=`);
    const citedPath = cited.slice(publicUrl.length);
    const before = await (await ask(citedPath)).text();
    await rockola.call('PATCH', json, { key, body: change });
    const after = await ask(citedPath);
    expect([after.status, await after.text()]).toEqual([200, before]);
    expect(before).toContain(path.includes('albums') ? '1970' : 'como era');
    for (const [at, status] of [
      ['2020-01-01T00:00:00Z', 404],
      ['ayer', 400],
    ])
      expect([at, (await ask(`${path}?at=${at}`)).status]).toEqual([at, status as number]);
  }
});

test('the page of an artist leads to the feed of its changes', async () => {
  const [, feed = ''] = /<p class="tools foot">.*?href="\/rock([^"]*\.atom)"/.exec(await (await ask(charly)).text()) ?? [];
  expect((await ask(feed)).headers.get('content-type')).toStartWith('application/atom+xml');
});

test('the front page links to a manifest and to an OpenSearch description', async () => {
  const front = await (await ask('/')).text();
  const linked = (rel: string) => new RegExp(`<link rel="${rel}"[^>]*href="/rock([^"]*)"`).exec(front)?.[1] ?? '';
  const manifest = JSON.parse(await (await ask(linked('manifest'))).text());
  expect(manifest).toMatchObject({ short_name: 'Rockola', start_url: '/rock/' });
  for (const { src, type } of manifest.icons)
    expect([src, (await ask(src.replace('/rock', ''))).headers.get('content-type')]).toEqual([src, type]);
  const search = await ask(linked('search'));
  expect([search.headers.get('content-type'), await search.text()]).toEqual([
    'application/opensearchdescription+xml; charset=utf-8',
    expect.stringContaining(`template="${publicUrl}/search?q={searchTerms}"`),
  ]);
});

test('a search understands years, decades and questions as people write them', async () => {
  const search = async (q: string) => (await ask(`/search?${new URLSearchParams({ q })}`)).text();
  const first = (page: string) => /<h2 class="found"><a href="\/rock([^"]*)"/.exec(page)?.[1];
  expect(first(await search('charly garcia 83'))).toEndWith('-clics-modernos');
  expect(first(await search('attaque 77'))).toEndWith('-attaque-77');
  for (const q of ['los 70', '70s']) expect(await search(q)).toContain('href="/rock/albums?decade=1970"');
  const members = await search('¿Quién tocó en Serú Girán?');
  expect(first(members)).toEndWith('-seru-giran');
  expect(members).toContain(`href="/rock${first(members)}#members"`);
  // The albums of the first artist are below it.
  expect((await search('serú girán')).match(/<ul class="by-first".*?<\/ul>/g)?.map((list) => list.includes('Bicicleta'))).toEqual([true]);
});

test('the texts of one member that match a search are on one line', async () => {
  const page = await (await ask('/search?q=charly+garcia+83')).text();
  const [result = ''] = /<ol class="results"><li.*?<\/li>/s.exec(page) ?? [];
  const lines = [...result.matchAll(/<p class="muted">Otro nombre: (.*?)<\/p>/g)].map(([, line = '']) => line.replaceAll(/<[^>]*>/g, ''));
  expect(lines).toEqual(['Charly · Carlos Alberto García Moreno']);
});

test('redirects, the link to the other language and the sign-in link keep the query of the address', async () => {
  for (const [path, location] of [
    ['/artists/1055?pictures=on&lang=en', `/rock${charly}?pictures=on&lang=en`],
    ['/artists?q=paes&letter=x&lang=en', '/rock/search?q=paes&lang=en'],
  ] as const)
    expect([path, (await ask(path)).headers.get('location')]).toEqual([path, location]);
  for (const path of [`${charly}?pictures=on`, '/search?q=de&kind=album&offset=20', '/artists?decade=1980', '/changes?order=desc']) {
    const page = (await (await ask(`${path}&lang=en`)).text()).replaceAll('&amp;', '&');
    expect([path, page.includes(`href="/rock${path}&lang=es"`)]).toEqual([path, true]);
    expect([path, page.includes(`href="/rock/sign-in?${new URLSearchParams({ next: path })}"`)]).toEqual([path, true]);
  }
  expect(await (await ask('/search?q=de&kind=album')).text()).toMatch(/href="\?q=de&amp;kind=album&amp;offset=20" rel="next"/);
});

test('a refusal is a page for a browser, and a problem document for other clients and under /api/', async () => {
  for (const [path, accept, type] of [
    ['/nowhere', 'text/html', 'text/html'],
    ['/nowhere', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'text/html'],
    ['/artists/999', 'text/html', 'text/html'],
    ['/nowhere', '*/*', 'application/problem+json'],
    ['/nowhere', 'application/json', 'application/problem+json'],
    ['/nowhere', 'application/json, text/html;q=0.9', 'application/problem+json'],
    ['/nowhere', `text/html,${'x'.repeat(2_000)}`, 'application/problem+json'],
    ['/api/v1/nowhere', 'text/html', 'application/problem+json'],
    ['/api', 'text/html', 'application/problem+json'],
  ] as const) {
    const answer = await ask(path, { Accept: accept });
    expect([path, accept, answer.status, answer.headers.get('cache-control')]).toEqual([path, accept, 404, 'no-store']);
    expect(answer.headers.get('content-type')).toStartWith(type);
    expect(answer.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/);
  }
  const refused = await fetch(`${rockola.url}/artists`, { method: 'POST', headers: { Accept: 'text/html' } });
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

const namesIn = (html: string) => [...html.matchAll(/<bdi>(.*?)<\/bdi>/g)].map(([, name = '']) => name);

describe('artists', () => {
  const namesOn = (page: string) => [...page.matchAll(/<p class="name[^"]*"><a [^>]*><bdi>(.*?)<\/bdi>/g)].map(([, name = '']) => name);
  /** The names on a page and those that follow it. */
  async function follow(path: string): Promise<string[]> {
    const page = await (await ask(path)).text();
    const next = /<a [^>]*href="(\?[^"]*)" rel="next"/.exec(page)?.[1]?.replaceAll('&amp;', '&');
    const further = next ? await follow(`/artists${next}`) : [];
    // A link to a next page leads to records.
    if (next) expect([next, further.length > 0]).toEqual([next, true]);
    return [...namesOn(page), ...further];
  }

  test('are each under one letter, in the order of the whole list', async () => {
    for (const name of ['Ñu', 'ñoquis', 'La N', '9 Reinas', '10 Años', '¿?']) await make({ name });
    const all = await follow('/artists');
    const byLetter: string[] = [];
    for (const letter of '0abcdefghijklmnñopqrstuvwxyz') byLetter.push(...(await follow(`/artists?letter=${encodeURIComponent(letter)}`)));
    const apart = all.filter((name) => !byLetter.includes(name));
    expect(apart.filter((name) => /^[a-zñ\d]/i.test(name.normalize('NFD')))).toEqual([]);
    expect(byLetter).toEqual(all.filter((name) => byLetter.includes(name)));
    expect(await follow('/artists?letter=%C3%B1')).toEqual(expect.arrayContaining(['ñoquis', 'Ñu']));
    expect(await follow('/artists?letter=n')).toContain('La N');
  });

  test('and albums: a letter without records is no link unless it is the chosen one, whatever the filters', async () => {
    const linkedIn = async (path: string) => {
      const [nav = ''] = /<nav class="letters".*?<\/nav>/s.exec(await (await ask(path)).text()) ?? [];
      return [...nav.matchAll(/<a [^>]*>([^<]*)<\/a>/g)].map(([, letter]) => letter);
    };
    for (const path of ['/artists', '/albums'] as const) {
      const filled: string[] = [];
      for (const letter of '0abcdefghijklmnñopqrstuvwxyz') {
        const page = await (await ask(`${path}?letter=${encodeURIComponent(letter)}`)).text();
        if (!page.includes('cumple con estos filtros')) filled.push(letter);
      }
      const labels = filled.map((letter) => (letter === '0' ? '0–9' : letter.toUpperCase()));
      expect(await linkedIn(path)).toEqual(labels);
      expect(labels.length).toBeLessThan(28);
      const empty = [...'0abcdefghijklmnñopqrstuvwxyz'].find((letter) => !filled.includes(letter)) ?? '';
      const links = await linkedIn(`${path}?decade=1970&letter=${encodeURIComponent(empty)}`);
      expect(links.toSorted()).toEqual([...labels, empty === '0' ? '0–9' : empty.toUpperCase()].toSorted());
    }
  });

  test('of one band each link to up to twelve others', async () => {
    for (let i = 0; i < 13; i++) await make({ name: `Una de trece ${i}`, band: 'Las trece' });
    const { json } = await rockola.call('GET', '/api/v1/artists?band=las%20trece&limit=100');
    for (const { id, name } of [json.data[0], json.data[12]]) {
      const moved = await ask(`/artists/${id}`);
      const page = await (await ask(moved.headers.get('location')?.slice('/rock'.length) ?? '')).text();
      const others = json.data.map((artist: { name: string }) => artist.name).filter((other: string) => other !== name);
      expect(namesIn(/<ul class="mates">(.*?)<\/ul>/s.exec(page)?.[1] ?? '').toSorted()).toEqual(others.toSorted());
    }
  });
});

describe('metadata', () => {
  test('of an artist is in its page: schema.org, the link to the JSON, the preview', async () => {
    const id = await make({
      name: '</script><b>"&',
      description: '**Uno** \u202edos',
      image: 'https://example.org/a.jpg',
      band: 'Almendra',
    });
    const page = await (await ask((await ask(`/artists/${id}`)).headers.get('location')?.replace('/rock', '') ?? '')).text();
    const data = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/.exec(page)?.[1] ?? '');
    expect(data).toEqual({
      '@context': 'https://schema.org',
      '@type': 'MusicGroup',
      '@id': `${publicUrl}/artists/${id}`,
      name: '</script><b>"&',
      description: 'Uno dos',
      image: 'https://example.org/a.jpg',
      memberOf: [{ '@type': 'MusicGroup', name: 'Almendra' }],
      album: [],
    });
    expect(page).toContain(`<link rel="canonical" href="${publicUrl}/artists/${id}-script-b">`);
    expect(page).toContain('<meta property="og:image" content="https://example.org/a.jpg">');
    expect(page).toContain(`<link rel="alternate" type="application/json" href="/rock/api/v1/artists/${id}">`);
  });

  test('for previews has the picture of the record, or one of its decade', async () => {
    for (const [path, file] of [
      ['/', 'preview-0.jpg'],
      [charly, 'preview-1980.jpg'],
    ] as const) {
      const page = await (await ask(path)).text();
      const shown = /<meta property="og:image" content="([^"]*)"/.exec(page)?.[1] ?? '';
      expect([path, shown === `${publicUrl}/assets/${file}` || shown.startsWith('http')]).toEqual([path, true]);
      const picture = await ask(`/assets/${file}`);
      expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
    }
  });

  test('robots.txt closes the pages that search engines should not have, under the path of the public URL', async () => {
    const lines = (await (await ask('/robots.txt')).text()).split('\n');
    const closed = lines.flatMap((line) => (line.startsWith('Disallow: ') ? [line.slice('Disallow: '.length)] : []));
    const wanted = [...sitePages.filter((page) => !siteTable[page].indexed).map((page) => sitePaths[page]), '/api/', '/account/'];
    expect(lines).toContain(`Sitemap: ${publicUrl}/sitemap.xml`);
    expect(closed.toSorted()).toEqual(wanted.map((path) => `/rock${path.replaceAll(/:\w+/g, '*')}`).toSorted());
  });

  test('of changes is an Atom feed', async () => {
    const comment = 'por <b>qué</b> & "cómo"';
    await rockola.send(
      'POST',
      '/artists',
      { name: 'Feed \u0007 ]]> <i>' },
      { 'Change-Comment': `%"${encodeURIComponent(comment).replaceAll("'", '%27').toLowerCase()}"` },
    );
    const answer = await ask('/changes.atom', { 'Accept-Language': 'en' });
    expect(answer.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const [feed = '', newest = '', ...older] = (await answer.text()).split('<entry>');
    const updated = [feed, newest, ...older].map((part) => /<updated>(.*?)<\/updated>/.exec(part)?.[1]);
    expect(updated).toEqual([updated[1], ...updated.slice(1).toSorted().toReversed()]);
    expect(newest).toContain('added Feed ]]&gt; &lt;i&gt;</title>');
    expect(newest).toContain('<summary>por &lt;b&gt;qué&lt;/b&gt; &amp; &quot;cómo&quot;</summary>');
  });
});

test('the API page and the OpenAPI document agree on which operations need credentials', async () => {
  const document = (await (await ask('/openapi.json')).json()) as OpenApi;
  const english = { 'Accept-Language': 'en' };
  const overview = await (await ask('/docs', english)).text();
  const links = [...overview.matchAll(/<a id="(\w+)" class="row" href="\/rock(\/docs\/[a-z-]+)#\1">/g)];
  const sections = [...new Set(links.map(([, , section = '']) => section))];
  const pages = await Promise.all(sections.map(async (section) => (await ask(section, english)).text()));
  const onPages = [...pages.join('').matchAll(/data-operation="(\w+)".*?<\/fieldset>/gs)].map(([form, operation = '']) => [
    operation,
    /href="#authorise">([^<]*)</.exec(form)?.[1] ?? '',
  ]);
  const inDocument = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .map(({ operationId, security = document.security }) => {
      const optional = security.some((requirement: object) => Object.keys(requirement).length === 0);
      return [operationId, security.length === 0 ? '' : optional ? 'a token or a key is optional' : 'needs a token or a key'];
    });
  expect(onPages.toSorted()).toEqual(inDocument.toSorted());
  expect(links.map(([, operation]) => operation).toSorted()).toEqual(inDocument.map(([operation]) => operation).toSorted());
  for (const [path, page] of [
    ['/docs', overview],
    [sections[0] ?? '', pages[0]],
  ]) {
    const [chosen, other] = [await ask(`${path}?lang=en`), await ask(`${path}?utm=1&lang=en`)];
    expect([await chosen.text(), chosen.headers.get('set-cookie')]).toEqual([page, expect.stringContaining('rockola-language=en')]);
    expect([other.status, other.headers.get('location')]).toEqual([301, `/rock${path}?lang=en`]);
  }
  for (const method of ['GET', 'HEAD']) {
    const statusOf = async (path = '') => (await fetch(rockola.url + path, { method })).status;
    expect([await statusOf(sections[0]), await statusOf('/docs/nothing'), await statusOf('/docs/')]).toEqual([200, 404, 404]);
  }
  expect(Object.fromEntries(onPages)).toMatchObject({ listArtistRevisions: 'a token or a key is optional', listArtists: '' });
});

test('the sitemap has the address of every artist and album, in parts', async () => {
  const locations = async (path: string) => {
    const text = await (await ask(path)).text();
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = '']) => address.replaceAll('&amp;', '&').replace(publicUrl, ''));
  };
  const parts = await locations('/sitemap.xml');
  expect(parts).toEqual(['/sitemap.xml?kind=artist&after=0', '/sitemap.xml?kind=album&after=0']);
  const [artists = [], albums = []] = await Promise.all(parts.map(locations));
  const counts = await rockola.sql('select (select count(*) from artist) as artists, (select count(*) from album) as albums');
  expect([artists.length, albums.length]).toEqual([Number(counts[0]?.artists), Number(counts[0]?.albums)]);
  for (const path of [artists[3], artists.at(-1), albums[0], albums.at(-1)])
    expect([path, (await ask(path ?? '')).status]).toEqual([path, 200]);
  const later = await locations(`/sitemap.xml?kind=album&after=${/albums\/(\d+)/.exec(albums[9] ?? '')?.[1]}`);
  expect(later).toEqual(albums.slice(10));
  expect((await ask('/sitemap.xml?kind=user&after=0')).status).toBe(400);
});
