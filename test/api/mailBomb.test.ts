import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { repetitionsFor } from '../support/amount.ts';
import { type Answer, type Person, startRockola } from '../support/harness.ts';
import { parseLimits } from '../support/limitFields.ts';
import { mailThrough, startMailServer } from '../support/mailServer.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';

/** The service trusts the test as a proxy, so the test can send requests from any address. */
const settings = { ROCKOLA_LIMITS: 'on', ROCKOLA_PROXIES: '127.0.0.1' };
const user = '/api/v1/user';
const bombs = repetitionsFor('MAIL_BOMBS', { short: 900, long: 3_000 });

const mail = await startMailServer();
const rockola = await startRockola({ ...mailThrough(mail.url), ...settings });
afterAll(async () => {
  await rockola.stop();
  await mail.stop();
});

/** Each number is a separate network; some are an IPv6 /64 with a different address for each request. */
const from = (network: number) => ({
  headers: {
    'X-Forwarded-For':
      network % 2 ? `2001:db8:0:${network.toString(16)}::${crypto.randomUUID().slice(0, 4)}` : `198.18.${network >> 8}.${network & 255}`,
  },
});
const verify = (token: string, network: number) =>
  retryWhenBusy(() => rockola.call('POST', `${user}/verification-requests`, { token, ...from(network) }));
const askChange = ({ token, password }: Person, email: string, network: number) =>
  rockola.call('PATCH', user, { token, body: { email, current_password: password }, ...from(network) });
const reset = (email: string, network: number) =>
  retryWhenBusy(() => rockola.call('POST', `${user}/password-reset-requests`, { body: { email }, ...from(network) }));
const signUp = (email: string, network: number) =>
  rockola.call('POST', `${user}/signup`, { body: { name: 'Bomb', email, password: 'rock-n-roll' }, ...from(network) });
const changePassword = ({ token, password }: Person, next: string, network: number) =>
  rockola.call('PUT', `${user}/password`, { token, body: { current_password: password, password: next }, ...from(network) });

const tooMany = '429 too-many-requests';
/** The answer if too many requests wait for the hash of a password. */
const busy = '503 unavailable';
/** The allowed answers to each kind of request, the first below all limits. */
const allowed = {
  'sign up': ['201', busy],
  'take the address': ['400 email-taken', busy],
  // Another account has signed up with one of the three addresses.
  'change the address': [tooMany, '400 email-taken', busy],
  // Of two changes at once, one finds that the current password has already been replaced.
  'change the password': ['204', '400 invalid-input', tooMany, busy],
  reset: ['202', tooMany],
  verify: ['202', tooMany],
};
type Kind = keyof typeof allowed;
const kinds = Object.keys(allowed) as Kind[];

/** The number of mails to an address and to its tagged spellings `name+tag@…`, which most services deliver to the same mailbox. */
function received(address: string): number {
  const [name = '', domain = ''] = address.split('@');
  return mail.mails.filter(({ to }) => to.some((recipient) => recipient.toLowerCase().startsWith(name) && recipient.endsWith(domain)))
    .length;
}

const allSent = () => until(async () => (await rockola.sql('select id from mail')).length === 0, 'the outbox is not empty', 90_000);

test(`${bombs} requests of all kinds at once, by many accounts and networks, send few mails to one address`, async () => {
  const victim = 'victim@foreign.example';
  await signUp(victim, 1);
  const login = await rockola.call('POST', `${user}/login`, { body: { email: victim, password: 'rock-n-roll' }, ...from(1) });
  const squatter: Person = { id: 0n, email: victim, password: 'rock-n-roll', token: login.json.token, key: login.json.api_key };
  const people = await Promise.all(Array.from({ length: 8 }, () => rockola.person('Bomber')));
  const bomb = (i: number): [Kind, Promise<Answer>] => {
    const person = people[i % people.length] as Person;
    if (i % 100 === 0) return ['sign up', signUp(`victim+${i}@foreign.example`, i)];
    if (i % 200 === 1) return ['take the address', askChange(person, 'Victim@foreign.example', i)];
    if (i % 100 === 1) return ['change the address', askChange(person, `victim+${i % 3}@Foreign.example`, i)];
    if (i % 100 === 2) return ['change the password', changePassword(squatter, squatter.password, i)];
    if (i % 3 === 0) return ['reset', reset(victim, i)];
    return ['verify', verify(i % 2 ? squatter.token : person.token, i)];
  };
  const seen = Object.fromEntries(kinds.map((kind) => [kind, [] as string[]])) as Record<Kind, string[]>;
  // No more requests at once than the client has connections.
  for (let first = 0; first < bombs; first += 250) {
    const batch = Array.from({ length: Math.min(250, bombs - first) }, (_, i) => bomb(first + i));
    for (const [kind, sent] of batch) {
      const { status, json } = await sent;
      const code = json?.type?.split('/').at(-1);
      seen[kind].push(code === undefined ? `${status}` : `${status} ${code}`);
    }
  }
  for (const kind of kinds) expect([kind, seen[kind].filter((answer) => !allowed[kind].includes(answer))]).toEqual([kind, []]);
  // Some requests of each kind are below all limits.
  for (const kind of kinds) expect([kind, seen[kind]]).toEqual([kind, expect.arrayContaining([allowed[kind][0]])]);
  for (const kind of ['reset', 'verify'] as const) {
    expect(seen[kind].filter((answer) => answer === tooMany).length).toBeGreaterThan(0.9 * seen[kind].length);
  }
  await allSent();
  expect(received(victim)).toBeWithin(3, 13);
});

/** @returns the status, the remaining quota of each limit, and whether Retry-After is long enough */
function refusal({ status, headers }: Answer): [number, string | undefined, boolean] {
  const { states } = parseLimits(headers);
  return [status, states.map(({ name, left }) => `${name} ${left}`).join(), Number(headers.get('retry-after')) >= (states[0]?.reset ?? 1)];
}

test('too many requests for links to confirm an address are refused with a time to wait, and the address does not change', async () => {
  const person = await rockola.person('Ana');
  // Its account got the first of the three mails at the sign-up.
  for (let i = 0; i < 2; i++) expect((await verify(person.token, 5_000 + i)).status).toBe(202);
  expect(refusal(await verify(person.token, 5_002))).toEqual([429, 'mail-address 0', true]);
  for (const i of [1, 2, 3]) expect((await askChange(person, `new${i}@ana.example`, 5_002)).status).toBe(200);
  expect(refusal(await askChange(person, 'new4@ana.example', 5_003))).toEqual([429, 'mail-account 0', true]);
  const { json } = await rockola.call('GET', user, { token: person.token });
  expect(json.pending_email).toBe('new3@ana.example');
  expect((await askChange(person, person.email, 5_003)).status).toBe(200);
  expect((await rockola.call('GET', user, { token: person.token })).json.pending_email).toBe(null);
});

test('a refused sign-up does not count as a mail; a sign-up for a mailbox with too many mails makes the account and sends none', async () => {
  for (let i = 0; i < 5; i++) expect((await signUp((await rockola.person('Taken')).email, 6_000 + i)).json.type).toEndWith('/email-taken');
  const owner = 'owner@tags.example';
  // Strangers come first, so that the owner would have to wait.
  for (const tag of ['a', 'b', 'c', 'd']) expect((await signUp(`Owner+${tag}@tags.example`, 6_020)).status).toBe(201);
  expect((await signUp(owner, 6_010)).status).toBe(201);
  for (let i = 0; i < 5; i++) expect((await signUp(owner, 6_011)).status).toBe(400);
  expect((await reset(owner, 6_012)).status).toBe(202);
  await allSent();
  const to = mail.mails.flatMap((message) => message.to).filter((address) => address.endsWith('tags.example'));
  expect(to.sort()).toEqual(['Owner+a@tags.example', 'Owner+b@tags.example', 'Owner+c@tags.example', owner]);
});

test('strangers who use tagged spellings of an address do not block its owner’s password reset, and still cause few mails', async () => {
  const signUpAndLogIn = async (email: string, network: number): Promise<Person> => {
    const { json } = await signUp(email, network);
    const password = 'rock-n-roll';
    const login = await rockola.call('POST', `${user}/login`, { body: { email, password }, ...from(network) });
    return { id: json.id, email, password, token: login.json.token, key: login.json.api_key };
  };
  const owner = await signUpAndLogIn('nora@tag.example', 8_000);
  await rockola.sql(`update "user" set verified_at = 1 where id = ${owner.id}`);
  const strangers = [await signUpAndLogIn('nora+a@tag.example', 8_001), await signUpAndLogIn('Nora+b@tag.example', 8_002)];
  const answers = [];
  for (const stranger of strangers) for (let i = 0; i < 3; i++) answers.push(await changePassword(stranger, stranger.password, 8_003 + i));
  expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 429, 429, 429]);
  for (let i = 0; i < 3; i++) expect((await changePassword(owner, owner.password, 8_010)).status).toBe(204);
  expect(refusal(await changePassword(owner, owner.password, 8_011))).toEqual([429, 'mail-address 0', true]);
});

test('a password is not changed if limits forbid the mail about it, and one network cannot use up the limit of all', async () => {
  const person = await rockola.person('Luis');
  for (let i = 0; i < 3; i++) expect((await changePassword(person, person.password, 7_000)).status).toBe(204);
  expect(refusal(await changePassword(person, 'tomorrow never knows', 7_001))).toEqual([429, 'mail-address 0', true]);
  expect(
    (await rockola.call('POST', `${user}/login`, { body: { email: person.email, password: person.password }, ...from(7_001) })).status,
  ).toBe(200);

  const neighbours = await Promise.all(Array.from({ length: 13 }, () => rockola.person('Neighbour')));
  const answers = [];
  for (const { token } of neighbours) for (let i = 0; i < 2; i++) answers.push(await verify(token, 7_003));
  // After the twentieth mail the limit refuses for 1 s. On a busy machine this second may pass between two requests.
  const refused = answers.findIndex(({ status }) => status !== 202);
  expect(refused).toBeWithin(20, answers.length);
  expect(refusal(answers[refused] as Answer)).toEqual([429, 'mail 0', true]);
  expect((await verify((neighbours[12] as Person).token, 7_004)).status).toBe(202);
});
