import { afterAll, expect, test } from 'bun:test';
import { forms } from '../../src/web/forms.ts';
import { type FormPage, formPaths, sitePaths } from '../../src/web/paths.ts';
import { isLong, sampleOf } from '../support/amount.ts';
import { engine } from '../support/databases.ts';
import { each } from '../support/each.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { type CallOptions, type Person, startRockola } from '../support/harness.ts';
import { silentMailServer } from '../support/links.ts';
import { operationsOf, type Parameter } from '../support/operations.ts';
import { randomFrom } from '../support/random.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';
import { seed } from '../support/seed.ts';

const random = randomFrom(seed);
/** Texts as they are escaped in a path or a query. */
const escaped = {
  'U+0000': 'a%00b',
  'U+0000 alone': '%00',
  'a lone surrogate': '%ED%A0%80',
  'bytes that are no UTF-8': '%FF%FEa',
  'half a character': 'a%E2%82',
  'a malformed escape': '%zz%',
  '10,000 characters': 'a'.repeat(10_000),
  'wildcards and quotes': `%25_%25%27%22%60%5C;--`,
  'line ends and a tab': 'a%0D%0A%09b',
  [`letters at random (seed ${seed})`]: Array.from({ length: 12 }, () =>
    encodeURIComponent(String.fromCodePoint(random.below(0xd800))),
  ).join(''),
};
/** Texts in JSON and forms. */
const plain = ['a\0b', '\0', '\ud800', 'x\udfffy', 'a'.repeat(10_000), `%_'"\`\\;--`, 'a\r\n\tb', '%00', '__proto__'];
/** Texts that HTTP allows in a header. */
const headers = [
  '%"a%00b"',
  '%"%ff"',
  '%"%ed%a0%80"',
  '"a\x7fb"',
  `"${'a'.repeat(5_000)}"`,
  `%_'"\`\\;--`,
  '%00',
  '\xff\xfe',
  '""',
  'a=\x80',
];

/** The first text and another at random; in the long form all texts. */
const someOf = <T>([head, ...others]: T[]): T[] => [head as T, ...sampleOf(others, 1)];

const rockola = await startRockola(silentMailServer);
const operations = operationsOf(JSON.parse((await rockola.call('GET', '/openapi.json')).text));
const person = await rockola.person('Otra');
const shared = await admin();
const album = (await rockola.call('GET', '/api/v1/artists/1001/albums')).json.data[0].id;
const ids: Record<string, string> = {
  artistId: '1001',
  albumId: String(album),
  userId: String(person.id),
  keyId: '1',
  sessionId: '1',
  version: '1',
};
afterAll(() => rockola.stop());

/** Each parameter in a place, after its operation. */
const parametersIn = (place: Parameter['in']) =>
  operations.flatMap((operation) =>
    operation.parameters.filter((parameter) => parameter.in === place).map((parameter) => [operation, parameter] as const),
  );
const fillPath = (path: string, others: Record<string, string> = {}) =>
  path.replace(/\{(\w+)\}/g, (whole, name: string) => others[name] ?? ids[name] ?? whole);

/** Sends a request and checks the answer against the document. `refusedAt`: the pointer of the error that it must get. */
async function expectNoFailure(label: string, method: string, path: string, options: CallOptions, refusedAt?: string) {
  // A client may have only two exports at once.
  const { status, json, text } = await retryWhenBusy(() => rockola.call(method, path, { ...options }));
  expect([label, status < 500 || status === 501, text.slice(0, 300)]).toEqual([label, true, text.slice(0, 300)]);
  if (refusedAt === undefined) return;
  const pointers = json?.errors?.map(({ pointer }: { pointer: string }) => pointer);
  expect([label, status, pointers]).toEqual([label, 400, expect.arrayContaining([refusedAt])]);
}

test('every query parameter accepts any text, or the refusal names the parameter', async () => {
  const all = parametersIn('query');
  expect(all.length).toBeGreaterThan(30);
  await each(all, async ([{ operationId, method, path, bodies }, { name }]) => {
    const { key } = await adminFor(path);
    const [type] = Object.keys(bodies);
    for (const [kind, text] of someOf(Object.entries(escaped))) {
      const refusedAt = kind.startsWith('U+0000') ? `/${name}` : undefined;
      const options = { key, ...(type && { body: '', headers: { 'Content-Type': type } }) };
      await expectNoFailure(`${operationId} ${name}: ${kind}`, method, `${fillPath(path)}?${name}=${text}`, options, refusedAt);
    }
  });
});

test('every path parameter accepts any text or refuses it', async () => {
  await each(parametersIn('path'), async ([{ operationId, method, path }, { name }]) => {
    const { key } = await adminFor(path);
    for (const [kind, text] of someOf(Object.entries(escaped)))
      await expectNoFailure(`${operationId} ${name}: ${kind}`, method, fillPath(path, { [name]: text }), {
        key,
        ...(method !== 'GET' && method !== 'DELETE' && { body: {} }),
      });
  });
});

test('every header may have any text without a failure of the service', async () => {
  const usual = [
    'User-Agent',
    'Accept-Language',
    'Cookie',
    'X-Forwarded-For',
    'Traceparent',
    'Authorization',
    'Range',
    'Accept',
    'Origin',
    'Referer',
  ];
  await each(operations, async ({ operationId, method, path, parameters }) => {
    const { key } = await adminFor(path);
    const ofOperation = parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    const body = method !== 'GET' &&
      method !== 'DELETE' && { body: { name: 'Con Cabecera', email: 'a@example.org', password: 'no-es-esta-clave' } };
    for (const name of [...ofOperation, random.pick(usual as [string, ...string[]])])
      for (const text of someOf(headers))
        await expectNoFailure(`${operationId} ${name}: ${text.slice(0, 20)}`, method, fillPath(path), {
          key,
          ...body,
          headers: { [name]: text },
        });
  });
});

test('every member of a body accepts any text, or the refusal names the member', async () => {
  await each(operations, async ({ operationId, method, path, bodies }) => {
    const { key } = await adminFor(path);
    for (const [type, schema] of Object.entries(bodies)) {
      const { properties = {} } = schema ?? {};
      const members = Object.entries(properties);
      const usual = Object.fromEntries(members.flatMap(([name, { example }]) => (example === undefined ? [] : [[name, example]])));
      for (const [name] of members) {
        for (const text of someOf(plain)) {
          const body = JSON.stringify({ ...usual, [name]: text });
          const refusedAt = text.includes('\0') ? `/${name}` : undefined;
          await expectNoFailure(
            `${operationId} ${name}: ${JSON.stringify(text.slice(0, 20))}`,
            method,
            fillPath(path),
            { key, body, headers: { 'Content-Type': type } },
            refusedAt,
          );
        }
      }
    }
  });
});

/** A request under /user may delete its account, so each gets a new account. The other requests share an account. */
const adminFor = (path: string) => (path.startsWith('/api/v1/user') ? admin() : shared);

async function admin(): Promise<Person> {
  const person = await rockola.person('Ana');
  await rockola.call('PATCH', `/api/v1/user/accounts/${person.id}`, { body: { role: 'admin' }, key: rockola.adminKey });
  const { email, password } = person;
  const { json } = await rockola.call('POST', '/api/v1/user/login', { body: { email, password } });
  return { ...person, key: json.api_key };
}

async function signIn(): Promise<Person & { cookie: string }> {
  const person = await admin();
  const { email, password } = person;
  return { ...person, cookie: cookieOf(await formSender(rockola)(formPaths.signIn, { email, password })) };
}

/** All parameters of pages, and more. */
const queryNames = [
  'q',
  'band',
  'after',
  'year',
  'decade',
  'sort',
  'limit',
  'offset',
  'lang',
  'pictures',
  'done',
  'next',
  'back',
  'sent',
  'search',
].concat([
  'kind',
  'user',
  'since',
  'until',
  'updated_since',
  'has',
  'lacks',
  'ids',
  'version',
  'from',
  'to',
  'at',
  'token',
  'page',
  'name',
  'order',
]);

// On PostgreSQL only the long form tests pages: the tests above reach the same statements.
test.skipIf(engine === 'postgres' && !isLong)('every page accepts any text in its address, its query and its cookies', async () => {
  const { cookie } = await signIn();
  const fill = (path: string) =>
    path
      .replace(':artist', '1001')
      .replace(':album', ids.albumId ?? '')
      .replace(':account', ids.userId ?? '');
  const paths: string[] = [...Object.values(sitePaths), ...Object.values(formPaths), '/docs', '/problems/:code', '/assets/:file'];
  const statusOf = async (path: string, cookies = cookie) =>
    (await fetch(rockola.url + path, { redirect: 'manual', headers: { Cookie: cookies, Accept: 'text/html' } })).status;
  const isSound = (status: number) => status < 500 || status === 501;
  await each(paths, async (path) => {
    for (const [kind, text] of someOf(Object.entries(escaped))) {
      for (const name of sampleOf(queryNames, 2)) {
        const status = await statusOf(`${fill(path)}?${name}=${text}`);
        expect([path, name, kind, isSound(status)]).toEqual([path, name, kind, true]);
      }
      const inPath = path.includes(':') && (await statusOf(fill(path.replace(/:\w+/, text))));
      const inCookie = await statusOf(fill(path), `lang=${text}; __Host-rockola=${text}; ${cookie}`);
      expect([path, kind, isSound(Number(inPath)), isSound(inCookie)]).toEqual([path, kind, true, true]);
    }
  });
  expect(await statusOf(`${sitePaths.artists}?band=a%00b`)).toBe(400);
});

const formNames = Object.keys(forms) as FormPage[];

test.each(engine === 'postgres' ? sampleOf(formNames, 20) : formNames)('every field of %s accepts any text or refuses it', async (form) => {
  const send = formSender(rockola);
  const { cookie, email, password } = await signIn();
  const valid: Record<string, string> = { email, password, current_password: password, repeat: password };
  const artist = (await rockola.call('POST', '/api/v1/artists', { key: rockola.adminKey, body: { name: `De ${form}` } })).json.id;
  const album = (
    await rockola.call('POST', `/api/v1/artists/${artist}/albums`, { key: rockola.adminKey, body: { name: 'Uno', year: 1983 } })
  ).json.id;
  const path = formPaths[form]
    .replace(':artist', artist)
    .replace(':album', album)
    .replace(':account', ids.userId ?? '');
  const page = await (await fetch(rockola.url + path, { headers: { Cookie: cookie, Accept: 'text/html' } })).text();
  const fields = [
    ...[...page.matchAll(/<form[^>]* method="post".*?<\/form>/gs)].join().matchAll(/ name="([^"]+)"(?:[^>]* value="([^"]*)")?/g),
  ].map(([, name = '', value = '']): [string, string] => [
    name,
    // If this field were set, the form would delete the records that the next texts need.
    name === 'sure' ? '' : value || valid[name] || '',
  ]);
  for (const [index, [name]] of fields.entries()) {
    // Fewer texts for passwords, since hashing takes long.
    for (const text of /password|repeat/.test(name) ? plain.slice(0, 2) : someOf(plain)) {
      const { status } = await retryWhenBusy(() => send(path, fields.with(index, [name, text]), { cookie }));
      expect([form, name, text.slice(0, 20), status < 500]).toEqual([form, name, text.slice(0, 20), true]);
      // The form of imports sends a file, so its fields arrive in another media type.
      const refusal = form === 'import' ? 415 : 400;
      if (text.includes('\0') && status !== 401) expect([form, name, status]).toEqual([form, name, refusal]);
    }
  }
});
