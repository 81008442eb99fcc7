import { afterAll, expect, test } from 'bun:test';
import net from 'node:net';
import { hashSecret, makeApiKey, makeBearerToken } from '../../src/model/secret.ts';
import { type Answer, type Person, startRockola } from '../support/harness.ts';

const path = '/api/v1/artists';
const realm = 'Bearer realm="rockola"';

const rockola = await startRockola();
let ana: Person = await rockola.person();
afterAll(() => rockola.stop());

const post = (headers: Record<string, string>): Promise<Answer> => rockola.call('POST', path, { body: { name: 'x' }, headers });

test('a request without a credential gets 401 with a challenge without an error', async () => {
  const answer = await post({});
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, realm]);
  expect(answer.json.type).toEndWith('/unauthenticated');
});

test('a request with only unusable credentials gets 401 with the error invalid_token', async () => {
  const { token } = ana;
  const headers = [
    `Basic ${token}`,
    `Token ${token}`,
    token,
    'Bearer',
    'Bearer ',
    `Bearer ${token} x`,
    `Bearer ${token}, Bearer ${token}`,
    `Bearer  ${'x'.repeat(10_000)}`,
    'Bearer %',
    'Bearer \u00ff',
    `Bearer ${ana.key}`,
    'Negotiate x',
    '',
  ];
  for (const Authorization of headers) {
    const answer = await post({ Authorization });
    expect([Authorization, answer.status, answer.headers.get('www-authenticate')]).toEqual([
      Authorization,
      401,
      `${realm}, error="invalid_token"`,
    ]);
  }
  for (const key of ['x', 'rka_', makeApiKey(), `${ana.key}0`, `${ana.key.slice(0, -1)}!`, 'x'.repeat(10_000), token]) {
    expect([key, (await post({ 'X-API-Key': key })).status]).toEqual([key, 401]);
  }
});

test('a malformed Authorization header is refused without an error of the service', async () => {
  const { hostname, port } = new URL(rockola.url);
  for (const value of ['Bearer a\0b', 'Bearer \x01', '\xff\xfe', 'Bearer\ta', 'Bearer %zz%']) {
    const status = await new Promise<string>((resolve) => {
      const socket = net.connect(Number(port), hostname, () =>
        socket.write(
          `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${value}\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{"name":"x"}`,
          'latin1',
        ),
      );
      socket.setTimeout(2000, () => socket.destroy());
      socket.on('data', (data) => {
        resolve(data.toString('latin1').slice(9, 12));
        socket.destroy();
      });
      socket.on('close', () => resolve('closed'));
    });
    expect(['400', '401', 'closed']).toContain(status);
  }
});

test('one valid credential of two is enough, and the scheme may be in any case', async () => {
  for (const headers of [
    { Authorization: `bearer ${ana.token}` },
    { Authorization: `BEARER  ${ana.token}` },
    { 'X-API-Key': ana.key },
    { Authorization: 'Bearer bad', 'X-API-Key': ana.key },
    { Authorization: `Bearer ${ana.token}`, 'X-API-Key': 'bad' },
  ]) {
    expect((await post(headers as Record<string, string>)).status).toBe(201);
  }
});

test('if both are valid, the account of the token acts', async () => {
  const { json } = await post({ 'X-API-Key': ana.key });
  const both = { Authorization: `Bearer ${ana.token}`, 'X-API-Key': rockola.adminKey };
  expect((await rockola.call('DELETE', `${path}/${json.id}`, { headers: both })).status).toBe(403);
});

test('a token in the query or a cookie is no credential', async () => {
  expect((await rockola.call('POST', `${path}?access_token=${ana.token}`, { body: { name: 'x' } })).status).toBe(401);
  expect((await post({ Cookie: `token=${ana.token}` })).status).toBe(401);
});

test('a valid credential without the right gets 403 insufficient_scope with the required scope', async () => {
  const { key } = await rockola.person();
  const answer = await rockola.call('DELETE', `${path}/1001`, { key });
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
    403,
    `${realm}, error="insufficient_scope", scope="artists:write"`,
  ]);
  const readOnly = (await rockola.cli(['key', 'add', 'operator@localhost', '--scopes', 'artists:read'])).out.trim();
  const narrow = await post({ 'X-API-Key': readOnly });
  expect(narrow.status).toBe(403);
  expect(narrow.json.detail).toContain('artists:write');
});

test('a forged, altered or ended token is refused', async () => {
  const [prefix, digits] = [ana.token.slice(0, 4), ana.token.slice(4)];
  const alteredAt = (i: number) => ana.token.slice(0, i) + (ana.token[i] === 'A' ? 'B' : 'A') + ana.token.slice(i + 1);
  const { json: login } = await rockola.call('POST', '/api/v1/user/login', { body: { email: ana.email, password: ana.password } });
  await rockola.call('DELETE', '/api/v1/user/sessions', { token: login.token });
  ana = await rockola.person();
  expect((await post({ Authorization: `Bearer ${ana.token}` })).status).toBe(201);
  const forged = [
    ...Array.from({ length: ana.token.length }, (_, i) => alteredAt(i)),
    makeBearerToken(),
    login.token,
    hashSecret(ana.token),
    `rka_${digits}`,
    `RKT_${digits}`,
    digits,
    `${ana.token}0`,
    ana.token.slice(0, -1),
    `${prefix}${digits}.${digits}`,
    `${prefix}' or 1=1 --`,
    'eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.eyJzdWIiOiIxIn0.',
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiemlwIjoiREVGIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA',
  ];
  for (const [i, token] of forged.entries()) {
    const answer = await post({ Authorization: `Bearer ${token}` });
    expect([i, token, answer.status]).toEqual([i, token, 401]);
  }
});
