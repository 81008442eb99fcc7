import { afterAll, expect, test } from 'bun:test';
import { type Kind, kindRows, kinds } from '../../src/model/record.ts';
import { forms } from '../../src/web/forms.ts';
import { type FormPage, formPaths, rowKinds, sitePaths } from '../../src/web/paths.ts';
import { recordForms } from '../../src/web/record/kinds.ts';
import { repetitionsFor, sampleOf } from '../support/amount.ts';
import type { OpenApi } from '../support/documented.ts';
import { each } from '../support/each.ts';
import { formRows, newWord, open, press } from '../support/formCase.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { beginsOf, formSamples, madeOf } from '../support/formTable.ts';
import { startRockola } from '../support/harness.ts';
import { silentMailServer } from '../support/links.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const rockola = await startRockola(silentMailServer);
afterAll(() => rockola.stop());

const random = randomFrom(seed);
const sends = repetitionsFor('FORM_SENDS', { short: 3, long: 6 });
/** Field names that forms have only in some states. */
const rare = ['look', 'more', 'rows', 'once', 'run', 'after', 'done', 'remove', 'sure', 'others', 'end', 'revoke', 'token']
  .concat(['version', 'how', 'days', 'waiting./path', 'waiting.name', 'asked', 'choice-band', 'base', 'seen', 'tag'])
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

/** An account that may see all pages; each form gets its own, since one form deletes it. */
async function makeAdmin() {
  const person = await rockola.person('Ana');
  await rockola.send('PATCH', `/user/accounts/${person.id}`, { role: 'admin' });
  return person;
}

/** Makes new records, or an account, for a form, since the form may delete them. @returns the address of the form */
async function addressOf(path: string): Promise<string> {
  if (path.includes(':account')) return path.replace(':account', String((await rockola.person('Otra')).id));
  if (!path.includes(':artist')) return path;
  const send = async (method: string, target: string, body: object) => (await rockola.send(method, target, body)).json.id;
  let address = path;
  for (const kind of ['artist', ...rowKinds] as const)
    if (path.includes(`:${kind}`)) {
      const list = address.slice(0, address.indexOf(`/:${kind}`));
      address = address.replace(`:${kind}`, String(await send('POST', list, madeOf(kind, newWord()))));
    }
  const [details] = /.*\/details(?=\/)/.exec(address) ?? [];
  if (details) await send('PUT', details, madeOf(details.includes('/albums/') ? 'album_details' : 'artist_details', 'Uno'));
  return address;
}

/** The sender of a form, its address, and the fields of its page, with valid values. */
async function openForm(name: FormPage, query = '') {
  const send = formSender(rockola);
  const { email, password } = await makeAdmin();
  const validValues: Record<string, string> = { email, password, current_password: password, repeat: password };
  const cookie = cookieOf(await send(formPaths.signIn, { email, password }));
  const path = await addressOf(formPaths[name]);
  const text = await (await fetch(rockola.url + path + query, { headers: { Cookie: cookie, Accept: 'text/html' } })).text();
  const shown = [...text.slice(text.indexOf('<main')).matchAll(/ name="([^"]+)"(?:[^>]* value="([^"]*)")?/g)].map(
    ([, field = '', value = '']) => [field, value || validValues[field] || ''] as const,
  );
  return { path, text, shown, send: (fields: [string, string][]) => send(path, fields, { cookie }) };
}

test.each(formRows)('whatever is sent to the form where somebody %s, the answer is a page or a redirect (%s)', async (_, name, row) => {
  const validForm = await open(rockola, row);
  // Without this, the test would pass if every form were refused.
  expect([name, (await press(validForm)).status]).toEqual([name, row.answers ?? 303]);
  const form = await open(rockola, row);
  for (let i = 0; i < sends; i++) {
    const fields = [...form.fields, ...rare.filter(() => random.below(4) === 0)].map(([field, value]): [string, string] => [
      field,
      random.below(2) === 0 ? value : random.pick(values),
    ]);
    const { status, headers } = await press(form, fields);
    const actual = status === 303 ? headers.get('location') : headers.get('content-type');
    // Redirects to other sites are tested in `session.test.ts`.
    const wanted = status === 303 ? /^\// : /^text\/html/;
    expect([seed, name, fields, status !== 500, actual]).toEqual([seed, name, fields, true, expect.stringMatching(wanted)]);
  }
});

/** Members of every object. */
const inherited = [
  '__proto__',
  'constructor',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'isPrototypeOf',
  '__defineGetter__',
  '__lookupSetter__',
] as [string, ...string[]];
const leaks = /native code|\[object |\bfunction\b.*\{/;
const leakIn = async (answer: Response | Promise<Response>) => {
  const response = await answer;
  return [response.status !== 500, leaks.exec(await response.text())?.[0]];
};

test.each(Object.keys(forms) as FormPage[])('no field name of %s is looked up on Object.prototype', async (name) => {
  const { shown, send } = await openForm(name);
  const names = [...new Set([...shown, ...rare].map(([field]) => field))];
  const changed = names.flatMap((field) => [
    [field, random.pick(inherited)],
    [`${field}${random.pick(['', '-', '.'])}${random.pick(inherited)}`, 'on'],
  ]);
  for (const [field = '', value = ''] of sampleOf([...changed, ...inherited.map((word) => [word, word])], 6)) {
    const others = shown.filter(([other]) => other !== field).map(([other, text]): [string, string] => [other, text]);
    const { status, text } = await send([...others, [field, value]]);
    expect([seed, field, value, status !== 500, leaks.exec(text)?.[0]]).toEqual([seed, field, value, true, undefined]);
  }
});

test('names of Object.prototype in an address find nothing', async () => {
  const { email, password } = await makeAdmin();
  const cookie = cookieOf(await formSender(rockola)(formPaths.signIn, { email, password }));
  const document = (await (await fetch(`${rockola.url}/openapi.json`)).json()) as OpenApi;
  const get = (path: string) =>
    fetch(rockola.url + path, { redirect: 'manual', headers: { Cookie: cookie, 'X-API-Key': rockola.adminKey } });
  const paths = [
    ...Object.values({ ...sitePaths, ...formPaths }),
    ...Object.keys(document.paths).map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')),
  ];
  const names = [
    'q',
    'kind',
    'limit',
    'offset',
    'letter',
    'band',
    'decade',
    'after',
    'order',
    'sort',
    'search',
    'done',
    'lang',
    'pictures',
  ];
  const further = ['next', 'back', 'version', 'how', 'sent', 'has', 'year', 'ids', 'explain', 'at', 'name', '__proto__', 'constructor'];
  const asked = paths.flatMap((path) => [
    path.replaceAll(/:\w+/g, () => random.pick(inherited)),
    ...[...names, ...further].map((name) => `${path.replaceAll(/:\w+/g, '1')}?${name}=${random.pick(inherited)}`),
  ]);
  await each(sampleOf(asked, 250), async (path) =>
    expect([seed, path, ...(await leakIn(get(path)))]).toEqual([seed, path, true, undefined]),
  );
});

const ofKind = (verb: 'add' | 'edit' | 'undo', kind: Kind) => `${verb}${kindRows[kind].name}` as FormPage;

/** Members with a choice instead of a text field. */
const closedMembers = (kind: Kind) =>
  Object.entries(recordForms[kind].controls).flatMap(([member, control]) => (/^choice|^yesOrNo/.test(control) ? member : []));

const chosenOf = (kind: Kind) => Object.fromEntries(closedMembers(kind).map((member) => [member, beginsOf(kind)[member]]));

/** Every choice of a form, with the other fields that are sent. */
type Choice = [form: FormPage, field: string, others: Record<string, string>];
const choices: Choice[] = [
  ['accountKeys', 'days', { name: 'Radio', scopes: 'artists:read' }],
  ['accountKeys', 'scopes', { name: 'Radio', days: '30' }],
  ['accountWebhooks', 'kinds', { url: 'https://example.org/', payload: 'thin', per: 'change' }],
  ['accountWebhooks', 'payload', { url: 'https://example.org/', per: 'change' }],
  ['accountWebhooks', 'per', { url: 'https://example.org/', payload: 'thin' }],
  ['adminAccount', 'role', {}],
  ['adminAccount', 'suspended', {}],
  ['adminAccount', 'sure', { remove: 'on' }],
  ...kinds.flatMap((kind): Choice[] => [
    [ofKind('edit', kind), `choice-${formSamples[kind].nameMember}`, { ...chosenOf(kind), asked: formSamples[kind].nameMember }],
    [ofKind('undo', kind), 'how', { version: '1' }],
    ...closedMembers(kind).map((member): Choice => [ofKind('edit', kind), member, {}]),
  ]),
  ...rowKinds.flatMap((kind) =>
    closedMembers(kind).map(
      (member): Choice => [ofKind('add', kind), `${kind}-0-${member}`, { [`${kind}-0-${formSamples[kind].nameMember}`]: 'Uno' }],
    ),
  ),
];

test.each(sampleOf(choices, 25))(
  '%s refuses a value of %s that it does not offer, shows the fault at that field, and changes nothing',
  async (name, field, others) => {
    const { path, shown, send } = await openForm(name, name.startsWith('undo') ? '?version=1' : '');
    const rows = async () => [
      await rockola.sql('select id, role, suspended_at from "user" order by id'),
      await rockola.sql('select id from api_key order by id'),
      await rockola.sql('select kind, id, version from revision order by 1, 2, 3'),
    ];
    const before = await rows();
    for (const choice of sampleOf(['7', 'x', ' ', 'ON', 'on ', 'mine,theirs', '0030', ...inherited], 2)) {
      const fields = {
        ...Object.fromEntries(shown.filter(([shownField]) => !['remove', 'sure', 'more'].includes(shownField))),
        ...others,
        [field]: choice,
      };
      const { status, text } = await send(Object.entries(fields));
      expect([path, choice, status, text.includes(`href="#${field.replace('choice-', '')}"`)]).toEqual([
        path,
        choice,
        status === 409 ? 409 : 400,
        true,
      ]);
      expect(await rows()).toEqual(before);
    }
  },
);

test('the table of choices covers every page with a form', async () => {
  // A form with a file is sent in another way: importPage.test.ts.
  for (const name of (Object.keys(forms) as FormPage[]).filter((name) => !forms[name].onUpload)) {
    const { text } = await openForm(name);
    const offered = [...text.matchAll(/<(?:select|input)(?=[^>]* name="([^"]+)")(?![^>]* type="(?!radio|checkbox))[^>]*>/g)];
    const closed = offered.filter(([tag]) => tag.startsWith('<select') || /type="(?:radio|checkbox)"/.test(tag)).map(([, field]) => field);
    expect([
      name,
      closed.filter((field) => !choices.some(([form, known]) => form === name && known === field?.replace(/-\d+-/, '-0-'))),
    ]).toEqual([name, []]);
  }
});
