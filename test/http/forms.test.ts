import { afterAll, beforeAll, expect, test } from 'bun:test';
import { forms } from '../../src/web/forms.ts';
import { type FormPage, formPaths } from '../../src/web/paths.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

let rockola: Rockola;
beforeAll(async () => {
  rockola = await startRockola();
});
afterAll(() => rockola.stop());

const random = randomFrom(seed);
const sends = 8;
/** Names that forms have only at times, by what was sent before. */
const rare = ['again', 'more', 'rows', 'once', 'run', 'after', 'done', 'remove', 'sure', 'others', 'end', 'revoke', 'confirm', 'token']
  .concat(['version', 'how', 'days', 'kept./path', 'kept.name', 'band-choice', 'base'])
  .map((name) => [name, 'on'] as const);
const values = [
  ...['', ' ', 'on', '0', '-1', '1e9', '9'.repeat(40), 'null', '__proto__', '2026-13-45T99:99', '2026-01-31T12:00', 'this', '{"a":1}'],
  ...[
    'x'.repeat(30_000),
    '🎸'.repeat(300),
    '\u202eabc',
    'a\u0000b',
    '<b>&"\'',
    '//evil.example',
    '/\\evil.example',
    '\ud800',
    '1\n2\r3',
    '%',
  ],
] as [string, ...string[]];

/** Who may see all pages; an account for each form, since one deletes it. */
async function makeAdmin() {
  const person = await rockola.person('Ana');
  await rockola.call('PATCH', `/api/v1/user/accounts/${person.id}`, { body: { role: 'admin' }, key: rockola.adminKey });
  return person;
}

/** The address of a form with records and an account of its own, since it may delete them. */
async function addressOf(path: string): Promise<string> {
  if (path.includes(':account')) return path.replace(':account', String((await rockola.person('Otra')).id));
  if (!path.includes(':artist')) return path;
  const add = async (under: string, body: object) =>
    (await rockola.call('POST', `/api/v1/artists${under}`, { body, key: rockola.adminKey })).json.id;
  const artist = await add('', { name: `De ${path}` });
  const album = await add(`/${artist}/albums`, { name: 'Uno', year: 1983 });
  return path.replace(':artist', String(artist)).replace(':album', String(album));
}

test.each(Object.keys(forms) as FormPage[])('whatever is sent to %s, a page answers or leads on', async (name) => {
  const send = formSender(rockola);
  const { email, password } = await makeAdmin();
  const right: Record<string, string> = { email, password, current_password: password, repeat: password };
  const cookie = cookieOf(await send(formPaths.signIn, { email, password }));
  const path = await addressOf(formPaths[name]);
  const page = await (await fetch(rockola.url + path, { headers: { Cookie: cookie, Accept: 'text/html' } })).text();
  const shown = [...page.slice(page.indexOf('<main')).matchAll(/ name="([^"]+)"(?:[^>]* value="([^"]*)")?/g)].map(
    ([, field = '', value = '']) => [field, value || right[field] || ''] as const,
  );
  for (let i = 0; i < sends; i++) {
    const fields = [...shown, ...rare.filter(() => random.below(4) === 0)].map(([field, value]): [string, string] => [
      field,
      random.below(2) === 0 ? value : random.pick(values),
    ]);
    const { status, headers } = await send(path, fields, { cookie });
    const said = status === 303 ? headers.get('location') : headers.get('content-type');
    // That nobody is led to another site is tested by itself, in `session.test.ts`.
    const wanted = status === 303 ? /^\// : /^text\/html/;
    expect([seed, fields, status !== 500, said]).toEqual([seed, fields, true, expect.stringMatching(wanted)]);
  }
});
