import { afterAll, describe, expect, test } from 'bun:test';
import { formPaths } from '../../src/web/paths.ts';
import { cookieOf, formSender, redirectOutcome } from '../support/forms.ts';
import { type Person, startRockola } from '../support/harness.ts';
import { formsIn } from '../support/pageForms.ts';

const signedIn = async ({ email, password }: Person) => cookieOf(await send(formPaths.signIn, { email, password }));
const page = async (path: string, session = cookie) =>
  (await fetch(rockola.url + path, { headers: { Cookie: session, Accept: 'text/html', 'Accept-Language': 'en' } })).text();
const accounts = '/api/v1/user/accounts';
const patch = ({ id }: { id: bigint }, body: object) => rockola.send('PATCH', `${accounts}/${id}`, body);
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const send = formSender(rockola);
const boss = await rockola.person('Boss');
await patch(boss, { role: 'admin' });
const cookie = await signedIn(boss);
afterAll(() => rockola.stop());
const pathOf = ({ id }: { id: bigint }) => `${formPaths.adminAccounts}/${id}`;

/** The fields of the form that has a field or a button of this name. */
async function formWith(name: string, path: string, session = cookie): Promise<Record<string, string>> {
  const found = formsIn(await page(path, session)).find(({ fields, buttons }) => [...fields, ...buttons].some(([field]) => field === name));
  return Object.fromEntries(found?.fields ?? []);
}

const stateOf = async ({ id }: { id: bigint }) => {
  const { role, suspended } = (await rockola.send('GET', `${accounts}/${id}`)).json;
  return { role, suspended };
};
const without = (fields: Record<string, string>, name: string) =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));

describe('the form of an account', () => {
  test('changes nothing if another administrator changed the same field: it shows both, and sending it again overwrites', async () => {
    const ana = await rockola.person();
    const old = await formWith('role', pathOf(ana));
    await patch(ana, { role: 'reader' });
    const answer = await send(pathOf(ana), { ...old, role: 'editor', suspended: 'true' }, { cookie });
    expect([answer.status, await stateOf(ana)]).toEqual([412, { role: 'reader', suspended: false }]);
    expect(answer.text).toContain('Now: <bdi>Reader');
    const [again] = formsIn(answer.text);
    const shown = Object.fromEntries(again?.fields ?? []);
    expect(shown).toMatchObject({ role: 'editor', suspended: 'true' });
    expect((await send(pathOf(ana), shown, { cookie })).status).toBe(303);
    expect(await stateOf(ana)).toEqual({ role: 'editor', suspended: true });
  });

  test('does not end a suspension that its page did not show, not even when it is sent again after a refusal', async () => {
    const ana = await rockola.person();
    const old = await formWith('role', pathOf(ana));
    await patch(ana, { role: 'reader', suspended: true });
    const answer = await send(pathOf(ana), { ...old, role: 'editor' }, { cookie });
    expect(answer.status).toBe(412);
    const [again] = formsIn(answer.text);
    expect((await send(pathOf(ana), Object.fromEntries(again?.fields ?? []), { cookie })).status).toBe(303);
    expect(await stateOf(ana)).toEqual({ role: 'editor', suspended: true });
  });

  test('does not delete an account that changed since its page was made; a second deletion succeeds too', async () => {
    const ana = await rockola.person();
    await patch(ana, { suspended: true });
    const old = { ...(await formWith('remove', pathOf(ana))), remove: 'on', sure: 'on' };
    await patch(ana, { suspended: false });
    expect((await send(pathOf(ana), old, { cookie })).status).toBe(412);
    expect(await stateOf(ana)).toEqual({ role: 'member', suspended: false });
    const now = { ...(await formWith('remove', pathOf(ana))), remove: 'on' };
    expect((await send(pathOf(ana), now, { cookie })).status).toBe(400);
    expect(await stateOf(ana)).toEqual({ role: 'member', suspended: false });
    for (let times = 0; times < 2; times++) {
      const { status, headers } = await send(pathOf(ana), { ...now, sure: 'on' }, { cookie });
      expect([status, redirectOutcome(headers)]).toEqual([303, `${formPaths.adminAccounts} accountRemoved`]);
    }
    expect((await rockola.send('GET', `${accounts}/${ana.id}`)).status).toBe(404);
  });
});

test('the form of one’s own name does not undo a change of the name made meanwhile', async () => {
  const ana = await rockola.person();
  const anaCookie = await signedIn(ana);
  const nameOf = async () => (await rockola.call('GET', '/api/v1/user', { token: ana.token })).json.name;
  const old = await formWith('name', formPaths.account, anaCookie);
  await rockola.call('PATCH', '/api/v1/user', { token: ana.token, body: { name: 'Beba' } });
  expect((await send(formPaths.account, old, { cookie: anaCookie })).status).toBe(303);
  expect(await nameOf()).toBe('Beba');
  const refused = await send(formPaths.account, { ...old, name: 'Carla' }, { cookie: anaCookie });
  expect([refused.status, await nameOf()]).toEqual([412, 'Beba']);
  expect(refused.text).toContain('Beba');
  expect((await send(formPaths.account, without(old, 'name'), { cookie: anaCookie })).status).toBe(303);
  expect((await send(formPaths.account, { ...old, name: '' }, { cookie: anaCookie })).status).toBe(400);
  expect(await nameOf()).toBe('Beba');
  const shown = formsIn(refused.text).find(({ fields }) => fields.some(([name]) => name === 'name'));
  expect((await send(formPaths.account, shown?.fields ?? [], { cookie: anaCookie })).status).toBe(303);
  expect(await nameOf()).toBe('Carla');
});

describe('the credentials of an account', () => {
  const statusOf = async (credential: { token?: string; key?: string }) => (await rockola.call('GET', '/api/v1/user', credential)).status;
  const logIn = async ({ email, password }: Person) =>
    (await rockola.call('POST', '/api/v1/user/login', { body: { email, password } })).json.token as string;
  const keyOf = async ({ token }: Person, name: string) =>
    (await rockola.call('POST', '/api/v1/user/keys', { token, body: { name, scopes: ['account'] } })).json as { id: bigint; key: string };

  test('of all other logins end with "Sign out all others", even if another window sends it at the same moment', async () => {
    const ana = await rockola.person();
    const anaCookie = await signedIn(ana);
    const others = await Promise.all(Array.from({ length: 10 }, () => logIn(ana)));
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => send(formPaths.accountSessions, { others: 'on' }, { cookie: anaCookie })),
    );
    expect(answers.map(({ status, headers }) => [status, redirectOutcome(headers)])).toEqual(
      answers.map(() => [303, `${formPaths.accountSessions} othersEnded`]),
    );
    for (const token of [...others, ana.token]) expect(await statusOf({ token })).toBe(401);
    expect(await page(formPaths.account, anaCookie)).toContain(ana.email);
  });

  test('stay valid after a new password if they are keys: the next page lists the keys and revokes all with one button', async () => {
    const [ana, eva] = [await rockola.person(), await rockola.person('Eva')];
    const anaCookie = await signedIn(ana);
    const change = (current_password: string, password: string) =>
      send(formPaths.accountPassword, { current_password, password, repeat: password }, { cookie: anaCookie });
    expect(redirectOutcome((await change(ana.password, 'another-day')).headers)).toBe(`${formPaths.accountPassword} passwordChanged`);
    const token = await logIn({ ...ana, password: 'another-day' });
    const keys = [await keyOf({ ...ana, token }, 'radio'), await keyOf({ ...ana, token }, 'intruso')];
    const foreign = await keyOf(eva, 'ajena');
    const body = { name: 'hija', scopes: ['account'] };
    const child = (await rockola.call('POST', '/api/v1/user/keys', { key: keys[1]?.key ?? '', body })).json;
    expect(redirectOutcome((await change('another-day', 'a-third-day')).headers)).toBe(`${formPaths.accountKeys} keysLeft`);
    const shown = await page(formPaths.accountKeys, `${anaCookie}; rockola-done=keysLeft`);
    for (const text of ['radio', 'intruso', 'hija', 'Your keys still work', 'Since ']) expect(shown).toContain(text);
    for (const key of [...keys, child]) expect(await statusOf(key)).toBe(200);
    expect(formsIn(shown).flatMap(({ buttons }) => buttons)).toContainEqual(['revoke', 'all']);
    for (let times = 0; times < 2; times++)
      expect(redirectOutcome((await send(formPaths.accountKeys, { revoke: 'all' }, { cookie: anaCookie })).headers)).toBe(
        `${formPaths.accountKeys} keysRevoked`,
      );
    for (const key of [...keys, child]) expect(await statusOf(key)).toBe(401);
    expect(await statusOf(foreign)).toBe(200);
    const events = await rockola.sql(`select action from account_event where user_id = ${ana.id} and action = 'key-revoked'`);
    expect(events.length).toBe(3);
  });
});

test('a form of one account never acts on another account that signed in later in the same browser', async () => {
  const [ana, eva] = [await rockola.person('Ana'), await rockola.person('Eva')];
  const [anaCookie, evaCookie] = [await signedIn(ana), await signedIn(eva)];
  await rockola.call('POST', '/api/v1/user/keys', { token: ana.token, body: { name: 'radio', scopes: ['artists:write'] } });
  const paths = [formPaths.account, formPaths.accountAddress, formPaths.accountPassword, formPaths.accountSessions, formPaths.accountKeys];
  let sent = 0;
  for (const path of [...paths, formPaths.accountDeletion]) {
    for (const { fields, buttons } of formsIn(await page(path, anaCookie))) {
      for (const button of buttons.length > 0 ? buttons : [undefined]) {
        const answer = await send(path, Object.fromEntries([...fields, ...(button ? [button] : [])]), { cookie: evaCookie });
        expect([path, button, answer.status, answer.text.includes('signed in now')]).toEqual([path, button, 400, true]);
        sent++;
      }
    }
  }
  expect(sent).toBeGreaterThan(6);
});
