import { afterAll, expect, test } from 'bun:test';
import { requestLimits } from '../../src/model/rateLimits.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';

/** A refused form keeps the typed text and lists its faults in the order of its fields, whatever the reason of the refusal. */
const rockola = await startRockola({ ROCKOLA_LIMITS: 'on', ROCKOLA_PROXIES: '127.0.0.1' });
const send = formSender(rockola);
const { email, password } = await rockola.person();
const cookie = cookieOf(await send('/sign-in', { email, password }));
afterAll(() => rockola.stop());

const faultsIn = (page: string) => [...page.matchAll(/<li><a href="#([^"]+)">/g)].map(([, name]) => name);

test('faults are listed in the order of the fields, and the first faulty field has the focus', async () => {
  const long = 'x'.repeat(201);
  const artist = { name: '', band: long, description: 'Texto', image: 'ftp://x', 'album-0-name': 'Uno', 'album-0-year': 'x' };
  const cases: [string, Record<string, string>, string[]][] = [
    ['/artists/new', { ...artist, comment: '\u0007', source: 'x' }, ['name', 'band', 'image', 'album-0-year', 'comment', 'source']],
    ['/sign-up', { name: '', email: 'x', password: 'short', repeat: 'other' }, ['name', 'email', 'password', 'repeat']],
  ];
  for (const [path, fields, expected] of cases) {
    const { status, text } = await send(path, fields, { cookie: path === '/sign-up' ? '' : cookie });
    expect([path, status, ...faultsIn(text)]).toEqual([path, 400, ...expected]);
    expect([path, /<input id="([^"]+)"[^>]* autofocus/.exec(text)?.[1]]).toEqual([path, expected[0]]);
  }
});

test('an identifier of another artist is refused with links to that artist and to the form of the identifier', async () => {
  const { add } = rockola;
  const [held, own] = await Promise.all(['Una', 'Otra'].map(async (name) => `/artists/${await add('/api/v1/artists', { name })}`));
  const id = await add(`/api/v1${held}/identifiers`, { scheme: 'discogs', value: '4711' });
  const fields = { 'artist_identifier-0-scheme': 'discogs', 'artist_identifier-0-value': 'https://www.discogs.com/artist/4711-Una' };
  for (const [language, message] of Object.entries({ es: 'discogs:4711 ya es', en: 'discogs:4711 is' })) {
    const { status, text } = await send(`${own}/identifiers?lang=${language}`, fields, { cookie });
    expect([language, status, text.includes(message)]).toEqual([language, 409, true]);
    for (const path of [held, `${held}/identifiers/${id}/edit`]) expect(text).toContain(`href="${path}" target="_blank"`);
    expect(text).toContain('value="https://www.discogs.com/artist/4711-Una"');
  }
});

test('a form with too many fields, a NUL or too much text is refused, and the answer keeps what was typed', async () => {
  const typed = { name: 'Los Tipeados', band: '', image: '' };
  const many = Array.from({ length: 500 }, (_, i): [string, string] => [`other-${i}`, '']);
  const cases: [string, [string, string][], number][] = [
    ['too many fields', [...Object.entries(typed), ...many], 400],
    ['a NUL', Object.entries({ ...typed, description: 'a\0b' }), 400],
    ['too large', Object.entries({ ...typed, description: 'x'.repeat(600_000) }), 413],
  ];
  for (const [fault, fields, expected] of cases) {
    const { status, text } = await send('/artists/new', fields, { cookie });
    expect([fault, status, text.includes('value="Los Tipeados"'), text.includes('class="faults"')]).toEqual([fault, expected, true, true]);
    expect([fault, text.includes('\0')]).toEqual([fault, false]);
  }
  expect((await rockola.call('GET', '/api/v1/search?q=tipeados')).json.data).toEqual([]);
});

test('a form that a rate limit refuses keeps what was typed, except secrets, if it came from our own page', async () => {
  const from = { 'X-Forwarded-For': '203.0.113.9' };
  await Promise.all(Array.from({ length: requestLimits.address.quota }, () => fetch(`${rockola.url}/api/v1/artists/1`, { headers: from })));
  const fields = { email: 'ana@example.org', password: 'secret-of-ana', name: '<b>Ana' };
  for (const path of ['/artists/new', '/sign-in?next=/artists']) {
    const { status, text } = await send(path, fields, { headers: from });
    expect([path, status]).toEqual([path, 429]);
    expect(text).toContain(`action="${path}"`);
    for (const shown of ['name="name" value="&lt;b&gt;Ana"', 'value="ana@example.org"', 'name="look"']) expect(text).toContain(shown);
    expect(text).not.toContain('secret-of-ana');
    const foreign = await send(path, fields, { headers: from, site: 'cross-site' });
    expect([foreign.status, foreign.text.includes('ana@example.org')]).toEqual([429, false]);
  }
});
