import { afterAll, afterEach, describe, expect, test } from 'bun:test';
import { createServer } from 'node:net';
import type { MailSettings } from '../../src/config/config.ts';
import { startSender } from '../../src/mail/sender.ts';
import { maxConnections } from '../../src/mail/transport.ts';
import { Problem } from '../../src/model/problem.ts';
import { readOutbox } from '../../src/store/mail.ts';
import { until } from '../faults/until.ts';
import { type Rockola, runToEnd, startRockola } from '../support/harness.ts';
import { openApp } from '../support/inProcess.ts';
import { mailThrough, startMailServer, tokenIn } from '../support/mailServer.ts';
import { metric } from '../support/metric.ts';

const resets = '/api/v1/user/password-reset-requests';

const mail = await startMailServer();
const rockola = await startRockola({
  ...mailThrough(mail.url),
  ROCKOLA_PUBLIC_URL: 'https://rock.example.org/rock',
  ROCKOLA_METRICS_PORT: '0',
});
afterAll(async () => {
  await rockola.stop();
  await mail.stop();
});
const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0).reverse()) await close();
});

const signUp = (email: string, headers = {}, name = 'Ana') =>
  rockola.call('POST', '/api/v1/user/signup', { body: { name, email, password: 'rock-n-roll' }, headers });
const askReset = (service: Rockola, email: string, headers = {}) => service.call('POST', resets, { body: { email }, headers });

describe('a letter', () => {
  test('has a text and an HTML part, a sender, and headers that keep machines from answering', async () => {
    await signUp('luca@example.org');
    const letter = await mail.next('luca@example.org');
    expect(letter.subject).toBe('Confirmá tu dirección de correo');
    expect(letter.headers).toMatch(/^From: Rockola <rockola@example\.org>\r$/m);
    expect(letter.headers).toMatch(/^Auto-Submitted: auto-generated\r$/m);
    expect(letter.headers).toMatch(/^Message-ID: <[\w-]+@rock\.example\.org>\r$/m);
    expect(letter.html).toContain(`https://rock.example.org/rock/account/verify#token=${tokenIn(letter)}`);
    expect(letter.html).not.toMatch(/<(img|script|link|iframe)/);
  });

  test('is in the language that the request asks for', async () => {
    await signUp('en@example.org', { 'Accept-Language': 'fr, en-GB;q=0.8, es;q=0.1' });
    expect((await mail.next('en@example.org')).subject).toBe('Confirm your e-mail address');
    await signUp('fr@example.org', { 'Accept-Language': 'fr, en;q=0' });
    expect((await mail.next('fr@example.org')).subject).toBe('Confirmá tu dirección de correo');
  });

  test('has links to the public address, whatever host a request names', async () => {
    await signUp('host@example.org');
    await mail.next('host@example.org');
    const lies = {
      Host: 'evil.example',
      'X-Forwarded-Host': 'evil.example',
      Forwarded: 'host=evil.example',
      Origin: 'https://evil.example',
    };
    await askReset(rockola, 'host@example.org', lies);
    const letter = await mail.next('host@example.org');
    expect(letter.text).toContain('\nhttps://rock.example.org/rock/account/reset#token=rkl_');
    expect(letter.headers + letter.text + letter.html).not.toContain('evil');
  });

  test('contains nothing that a user wrote', async () => {
    // The words are so long that the random token in a letter cannot contain one by chance.
    const name = 'Evangelina\r\nBcc: all@example.org\r\n\r\n<b>buy-it-now</b>';
    expect((await signUp('eve@example.org', {}, name)).status).toBe(201);
    const letter = await mail.next('eve@example.org');
    expect(letter.to).toEqual(['eve@example.org']);
    expect(letter.headers).not.toMatch(/^bcc:/im);
    expect(letter.headers + letter.text + letter.html).not.toMatch(/Evangelina|buy-it/);
  });

  test('goes to the normalised address: no spaces around it, a plain @, and the host in lower case', async () => {
    await signUp(' Fito＠Example.org ');
    expect((await mail.next('Fito@example.org')).headers).toMatch(/^To: Fito@example\.org\r$/m);
  });

  test('goes to the ASCII form of an international domain, whichever form was given', async () => {
    await signUp('Ana@bücher.example');
    // The test's mail server shows the other form of the address.
    const first = await mail.next('Ana@bücher.example');
    await askReset(rockola, 'ana@XN--BCHER-KVA.example');
    const second = await mail.next('Ana@bücher.example');
    expect(second.subject).toBe('Elegí una contraseña nueva');
    for (const { headers } of [first, second]) expect(headers).toMatch(/^To: Ana@xn--bcher-kva\.example\r$/m);
  });
});

describe('a mail server that does not answer', () => {
  /** A service whose mail server does not listen. */
  async function startWithoutMailServer(): Promise<{ service: Rockola; port: number }> {
    const gone = await startMailServer();
    await gone.stop();
    const service = await startRockola(mailThrough(gone.url));
    opened.push(() => service.stop());
    return { service, port: gone.port };
  }

  test('delays no request, and gets its mail when it is back', async () => {
    const { service, port } = await startWithoutMailServer();
    const person = await service.person();
    await until(() => service.output().includes('mail not sent; it will be tried again'), 'no mail was tried');
    expect(service.output()).toContain('"command":"CONN"');
    const start = performance.now();
    expect((await askReset(service, person.email)).status).toBe(202);
    expect(performance.now() - start).toBeLessThan(9_000);
    // After two failures no mail is being sent: `makeDue` would send such a mail twice.
    await until(() => service.output().split('mail not sent').length > 2, 'fewer than two tries failed');
    const back = await startMailServer(port);
    opened.push(() => back.stop());
    await makeDue(service);
    const letters = [await back.next(person.email), await back.next(person.email)];
    expect(letters.map(({ subject }) => subject).sort()).toEqual(['Confirmá tu dirección de correo', 'Elegí una contraseña nueva']);
    await until(async () => (await service.sql('select id from mail')).length === 0, 'the outbox is not empty');
  });

  test('delays neither requests nor the stop if it accepts connections but stays silent', async () => {
    const reached = Promise.withResolvers<void>();
    const silent = createServer(() => reached.resolve()).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    opened.push(async () => silent.close());
    const { port } = silent.address() as { port: number };
    const service = await startRockola(mailThrough(`smtp://127.0.0.1:${port}`));
    const person = await service.person();
    const start = performance.now();
    expect((await askReset(service, person.email)).status).toBe(202);
    expect(performance.now() - start).toBeLessThan(9_000);
    await reached.promise;
    const stopping = performance.now();
    await service.stop();
    expect(performance.now() - stopping).toBeLessThan(9_000);
  });

  test('gets the waiting mails once each, even if the service was killed and restarted meanwhile', async () => {
    const { service, port } = await startWithoutMailServer();
    const person = await service.person();
    await askReset(service, person.email);
    // After two failures no mail is being sent.
    await until(() => service.output().split('mail not sent').length > 2, 'fewer than two tries failed');
    await askReset(service, person.email);
    await service.restart('SIGKILL');
    const back = await startMailServer(port);
    opened.push(() => back.stop());
    await makeDue(service);
    await back.next(person.email);
    await back.next(person.email);
    await until(async () => (await service.sql('select id from mail')).length === 0, 'the outbox is not empty');
    expect(back.mails.length).toBe(2);
  });

  /** Makes the mails that wait for their next try due now. */
  const makeDue = (service: Rockola) => {
    const update = () => service.sql('update mail set due_at = 0 where due_at > 0 returning id').catch(() => []);
    return until(async () => (await update()).length > 0, 'no mail waits');
  };
});

test('a permanently refused recipient is given up at once, a temporarily refused one is not', async () => {
  mail.refuse(550);
  await signUp('gone@example.org');
  await until(() => rockola.output().includes('mail given up'), 'the mail was not given up');
  mail.refuse(451);
  await signUp('full@example.org');
  await until(() => rockola.output().includes('mail not sent'), 'the mail was not tried');
  mail.refuse(undefined);
  const waiting = await rockola.sql("select address, tries from mail where address like '%@example.org'");
  expect(waiting.map(({ address, tries }) => [address, Number(tries)])).toEqual([['full@example.org', 1]]);
  expect(rockola.output()).not.toContain('full@example.org');
  await rockola.sql('delete from mail');
});

test('a mail that fails sixteen times is given up', async () => {
  mail.refuse(451);
  await rockola.sql(`insert into mail (kind, address, language, created_at, due_at, tries)
    values ('password-changed', 'last@example.org', 'es', 1, 1, 14) returning id`);
  const tries = async () =>
    (await rockola.sql("select tries from mail where address = 'last@example.org'")).map(({ tries }) => Number(tries));
  await until(async () => (await tries()).join() === '15', 'the mail was not tried, or was given up too early');
  const [{ due_at: due } = {}] = await rockola.sql("select due_at from mail where address = 'last@example.org'");
  expect(Math.abs(Number(due) - Date.now() - 15 * 15 * 60_000)).toBeLessThan(10_000);
  await rockola.sql("update mail set due_at = 1 where address = 'last@example.org' returning id");
  await until(async () => (await tries()).length === 0, 'the mail was not given up');
  mail.refuse(undefined);
});

test('thirty mails at once arrive once each', async () => {
  const addresses = Array.from({ length: 30 }, (_, i) => `many${i}@example.org`);
  await Promise.all(addresses.map((address) => signUp(address)));
  for (const address of addresses) await mail.next(address);
  await until(async () => (await rockola.sql('select id from mail')).length === 0, 'the outbox is not empty');
  expect(mail.mails.filter(({ to }) => to[0]?.startsWith('many')).length).toBe(30);
});

test('a mail that the mail server takes slowly delays no other', async () => {
  const release = mail.hold('slow@example.org');
  await signUp('slow@example.org');
  const taken = () => rockola.sql("select 1 from mail where address = 'slow@example.org' and tries = 1");
  await until(async () => (await taken()).length === 1, 'the mail was not tried');
  const failures = () => rockola.output().split('mail not sent').length;
  const before = failures();
  await signUp('quick@example.org');
  await mail.next('quick@example.org');
  // The try of the slow mail has not failed yet.
  expect(failures()).toBe(before);
  release();
  await mail.next('slow@example.org');
});

test('the sender takes no more mail out of the outbox than it sends at once', async () => {
  const addresses = Array.from({ length: 2 * maxConnections }, (_, i) => `lane${i}@example.org`);
  const release = addresses.map((address) => mail.hold(address));
  for (const address of addresses) await signUp(address);
  const taken = async () => (await rockola.sql("select 1 from mail where address like 'lane%' and tries > 0")).length;
  await until(async () => (await taken()) >= maxConnections, 'too few mails were tried');
  // The outbox is checked every second.
  await Bun.sleep(2_500);
  expect(await taken()).toBe(maxConnections);
  for (const go of release) go();
  for (const address of addresses) await mail.next(address);
});

test('a failing read of the outbox interrupts no mail that is being sent', async () => {
  const slow = await startMailServer();
  slow.slow(300);
  opened.push(() => slow.stop());
  const settings = mailThrough(slow.url);
  const { services, store, ask, close } = await openApp(settings);
  opened.push(close);
  const body = JSON.stringify({ name: 'Ana', email: 'ana@example.org', password: 'rock-n-roll' });
  expect((await ask('/api/v1/user/signup', { method: 'POST', body, headers: { 'Content-Type': 'application/json' } })).status).toBe(201);
  let takeCalls = 0;
  const write: typeof store.write = (operation, ...rest) =>
    operation.name === 'takeMail' && ++takeCalls > 1
      ? Promise.reject(new Problem('unavailable', 'The database is away.'))
      : store.write(operation, ...rest);
  const sender = startSender({ ...services, store: { ...store, write } }, services.config.mail as MailSettings);
  await until(() => takeCalls > 1, 'the outbox was not read twice');
  await sender.stop();
  expect([slow.mails.length, sender.figures().sent, await store.read(readOutbox, Date.now())]).toEqual([1, 1, { waiting: 0, due: false }]);
});

test('asking again while a mail waits makes no second mail, and a mail that has waited long is retried within a minute', async () => {
  mail.refuse(451);
  await signUp('twice@example.org');
  const state = () => rockola.sql("select tries, due_at from mail where address = 'twice@example.org' and kind = 'reset'");
  await askReset(rockola, 'twice@example.org');
  await until(async () => Number((await state())[0]?.tries) === 1, 'the mail was not tried');
  await rockola.sql(`update mail set tries = 9, due_at = ${Date.now() + 9 * 9 * 60_000} where kind = 'reset' returning id`);
  for (let i = 0; i < 5; i++) await askReset(rockola, 'TWICE@example.org');
  expect((await rockola.sql("select kind from mail where address = 'twice@example.org' order by kind")).map(({ kind }) => kind)).toEqual([
    'reset',
    'verify',
  ]);
  const [{ tries, due_at: due } = {}] = await state();
  expect(Number(tries)).toBe(0);
  expect(Math.abs(Number(due) - Date.now() - 60_000)).toBeLessThan(10_000);
  mail.refuse(undefined);
  await rockola.sql('delete from mail');
});

test('a mail to an address without an account is dropped, and logged without the address', async () => {
  await askReset(rockola, 'stranger@example.org');
  const dropped = () => /.*"msg":"mail dropped: its account or link is gone".*/.exec(rockola.output())?.[0];
  await until(() => dropped() !== undefined, 'the log does not mention the dropped mail');
  expect(dropped()).toContain('"kind":"reset"');
  expect(rockola.output()).not.toContain('stranger@');
});

describe('the figures of mail', () => {
  const names = ['sent_total', 'failed_total', 'given_up_total', 'waiting'] as const;
  type Counted = [sent: number, failed: number, givenUp: number, waiting: number];

  test.each<[title: string, refusal: 550 | 451 | undefined, counted: Counted]>([
    ['a mail that is accepted counts as sent, also at its last try', undefined, [2, 0, 0, 0]],
    ['a mail that is refused temporarily counts as failed and waits; at its last try it counts as given up', 451, [0, 1, 1, 1]],
    ['a mail that is refused permanently counts as given up, at any try', 550, [0, 0, 2, 0]],
  ])('%s', async (title, refusal, counted) => {
    const figures = async () => Promise.all(names.map(async (name) => (await metric(rockola, `rockola_mail_${name}`)) as number));
    await rockola.sql('delete from mail');
    const before = [...(await figures()).slice(0, 3), 0];
    mail.refuse(refusal);
    await rockola.sql(`insert into mail (kind, address, language, created_at, due_at, tries)
      values ('password-changed', 'first@example.org', 'es', 1, 1, 0), ('password-changed', 'last@example.org', 'es', 1, 1, 15) returning id`);
    const grown = async () => (await figures()).map((figure, i) => figure - (before[i] as number));
    await until(async () => JSON.stringify(await grown()) === JSON.stringify(counted), title);
    mail.refuse(undefined);
    await rockola.sql('delete from mail');
  });
});

/** A mail server that answers one command with a refusal. */
async function startRefusing(command: string, code: number): Promise<{ port: number; stop(): void }> {
  const answers: Record<string, string> = { EHLO: command === 'AUTH' ? '250-hello\r\n250 AUTH PLAIN' : '250 hello', DATA: '354 go on' };
  answers[command] = `${code} no`;
  const server = createServer((socket) => {
    socket.on('data', (data: Buffer) => socket.write(`${answers[String(data).slice(0, 4)] ?? '250 ok'}\r\n`));
    socket.on('error', () => {});
    socket.write('220 here\r\n');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  return { port, stop: () => void server.close() };
}

test('a mail is given up only if its recipient is refused permanently', async () => {
  const refusals: [command: string, code: number, isGivenUp: boolean][] = [
    ['RCPT', 499, false],
    ['RCPT', 500, true],
    ['RCPT', 550, true],
    ['MAIL', 550, false],
    ['AUTH', 535, false],
    ['DATA', 554, false],
  ];
  const { services, store, close } = await openApp(mailThrough(mail.url));
  opened.push(close);
  const tried = refusals.map(async ([command, code]) => {
    const { port, stop } = await startRefusing(command, code);
    const settings = services.config.mail as MailSettings;
    const url = command === 'AUTH' ? `smtp://ana:secret@127.0.0.1:${port}?ignoreTLS=true` : `smtp://127.0.0.1:${port}`;
    let taken = 0;
    const settled: string[] = [];
    const write = (async ({ name }: { name: string }) => {
      if (name !== 'takeMail') return void settled.push(name);
      return taken++ === 0 ? { id: 1n, kind: 'password-changed', language: 'es', to: 'ana@example.org', tries: 1, askedAt: 1 } : undefined;
    }) as typeof store.write;
    const read = (() => ({ waiting: 1, due: taken === 0 })) as typeof store.read;
    const sender = startSender({ ...services, store: { ...store, read, write } }, { ...settings, url });
    await until(() => sender.figures().givenUp + sender.figures().failed + sender.figures().sent > 0, 'the mail was not tried');
    await sender.stop();
    stop();
    const { sent, failed, givenUp } = sender.figures();
    return [command, code, { sent, failed, givenUp, settled }];
  });
  const outcome = (isGivenUp: boolean) =>
    isGivenUp ? { sent: 0, failed: 0, givenUp: 1, settled: ['removeMail'] } : { sent: 0, failed: 1, givenUp: 0, settled: [] };
  expect(await Promise.all(tried)).toEqual(refusals.map(([command, code, isGivenUp]) => [command, code, outcome(isGivenUp)]));
});

describe('a test mail', () => {
  test('is sent at once through the mail server of SMTP_URL', async () => {
    const { code, out, err } = await rockola.cli(['mail', 'test', 'trial@example.org']);
    expect([code, out]).toEqual([0, expect.stringContaining('has accepted the mail for trial@example.org')]);
    expect(err).not.toContain('defect');
    expect((await mail.next('trial@example.org')).subject).toBe('Correo de prueba de Rockola');
  });

  test('that is refused makes the command show the reply of the mail server; without SMTP_URL it names that setting', async () => {
    mail.refuse(550);
    const refused = await rockola.cli(['mail', 'test', 'trial@example.org']);
    mail.refuse(undefined);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('no such mailbox')]);
    const unset = await runToEnd({ DATABASE_URL: 'sqlite:/nowhere/rockola.db' }, ['mail', 'test', 'trial@example.org']);
    expect([unset.code, unset.err]).toEqual([1, expect.stringContaining('Set SMTP_URL')]);
  });
});

describe('a service', () => {
  test('without a mail server names the command that helps, whether or not the address has an account', async () => {
    const service = await startRockola();
    opened.push(() => service.stop());
    const { email, token } = await service.person();
    const answers = [await askReset(service, email), await askReset(service, 'nobody@example.org')];
    for (const { status, json } of answers) {
      expect([status, json.type]).toEqual([503, `${service.url}/problems/mail-off`]);
      expect(json.detail).toContain('rockola account reset-link');
    }
    expect(answers[0]?.json.detail).toBe(answers[1]?.json.detail);
    expect((await service.call('POST', '/api/v1/user/verification-requests', { token })).status).toBe(503);
    expect(await service.sql('select id from mail')).toEqual([]);
  });

  test('that requires confirmed addresses but has no mail server tells the operator at its start how to confirm them', async () => {
    const service = await startRockola({ ROCKOLA_VERIFY: 'writing' });
    opened.push(() => service.stop());
    expect(service.output()).toContain('npm run rockola -- account verify EMAIL');
    const { token, email, password } = await service.person();
    const write = async (token: string) => (await service.call('POST', '/api/v1/artists', { body: { name: 'x' }, token })).status;
    expect(await write(token)).toBe(403);
    await service.cli(['account', 'verify', email]);
    const { json } = await service.call('POST', '/api/v1/user/login', { body: { email, password } });
    expect(await write(json.token)).toBe(201);
  });

  test('neither logs the password of its mail server nor sends it in clear', async () => {
    const service = await startRockola(mailThrough(`smtp://rockola:hunter2@127.0.0.1:${mail.port}`));
    opened.push(() => service.stop());
    const { email } = await service.person('Bea');
    await until(() => service.output().includes('mail not sent'), 'no mail was tried');
    expect(service.output()).toContain('ETLS');
    expect(service.output()).not.toContain('hunter2');
    expect(mail.mails.some(({ to }) => to.includes(email))).toBe(false);
  });
});
