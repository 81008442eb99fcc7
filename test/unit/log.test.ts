import { expect, test } from 'bun:test';
import { linkTokenPattern, makeLinkToken } from '../../src/model/linkToken.ts';
import { makeApiKey, makeBearerToken, secretPattern } from '../../src/model/secret.ts';
import { jsonRequest, type RequestLine } from '../../src/process/requestLine.ts';

const log = new URL('../../src/process/log.ts', import.meta.url).pathname;

/** The standard output of a process that logs an event for each text: in its message, in a member, and in an error. */
async function logged(texts: string[], format: 'json' | 'text'): Promise<string> {
  const script = `
    const { createLog } = await import(${JSON.stringify(log)});
    const log = createLog({ format: '${format}', level: 'debug', colours: false });
    for (const text of ${JSON.stringify(texts)}) {
      log.events.info('said ' + text + '.');
      log.events.warn({ fact: '(' + text + ')' }, 'a fact');
      log.events.error({ err: new Error('of ' + text) }, 'a failure');
    }
    log.flush();`;
  const child = Bun.spawn([process.execPath, '--no-env-file', '-e', script], { stdout: 'pipe', stderr: 'inherit' });
  return child.stdout.text();
}

test('no event of the log shows a key or a token, wherever it stands', async () => {
  const secrets = [makeApiKey(), makeLinkToken(), makeBearerToken()];
  for (const format of ['json', 'text'] as const) {
    const output = await logged(secrets, format);
    for (const secret of secrets) expect([secret, output.includes(secret.slice(8))]).toEqual([secret, false]);
    for (const pattern of [secretPattern, linkTokenPattern]) expect(output).not.toMatch(pattern);
    expect(output.split('[redacted]').length - 1).toBeGreaterThanOrEqual(3 * secrets.length);
    for (const shown of ['said [redacted].', '([redacted])'])
      expect([shown, output.split(shown).length - 1]).toEqual([shown, secrets.length]);
  }
});

test('text without a secret is shown unchanged', async () => {
  const plain = ['rka_short', 'rkt_short', 'rkl_short', 'Rockola'];
  const output = await logged(plain, 'json');
  for (const text of plain) expect(output).toContain(`said ${text}.`);
  expect(output).not.toContain('[redacted]');
});

const request: RequestLine = {
  id: '01a',
  method: 'GET',
  path: '/api/v1/artists/1001',
  status: 200,
  ms: 12.3456,
  ip: '127.0.0.1',
  account: 7n,
  probe: false,
};

test('the line of a request has each value under its name, and leaves out unknown ones', () => {
  const { time, ...line } = JSON.parse(jsonRequest(request));
  expect(line).toEqual({ ...request, level: 'info', msg: 'request', ms: 12.35, account: '7', probe: undefined });
  expect(Math.abs(Date.parse(time) - Date.now())).toBeLessThan(5_000);
  const { time: _, ...bare } = JSON.parse(jsonRequest({ ...request, path: undefined, ip: undefined, account: null, probe: true }));
  expect(bare).toEqual({ level: 'debug', id: '01a', method: 'GET', status: 200, ms: 12.35, msg: 'request' });
});
