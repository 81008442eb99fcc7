import { afterAll, beforeAll, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import { type JWTPayload, SignJWT } from 'jose';
import { makeApiKey } from '../../src/model/apiKey.ts';
import { type Answer, type Person, type Rockola, startRockola } from '../support/harness.ts';

let rockola: Rockola;
let ana: Person;
const path = '/api/v1/artists';
const realm = 'Bearer realm="rockola"';

beforeAll(async () => {
  rockola = await startRockola();
  ana = await rockola.person();
});
afterAll(() => rockola.stop());

const post = (headers: Record<string, string>): Promise<Answer> => rockola.call('POST', path, { body: { name: 'x' }, headers });

test('none: 401 with a bare challenge', async () => {
  const answer = await post({});
  expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, realm]);
  expect(answer.json.type).toEndWith('/unauthenticated');
});

test('what is not usable: 401 invalid_token', async () => {
  const jwt = ana.token;
  const headers = [
    `Basic ${jwt}`,
    `Token ${jwt}`,
    jwt,
    'Bearer',
    'Bearer ',
    `Bearer ${jwt} x`,
    `Bearer ${jwt}, Bearer ${jwt}`,
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
  for (const key of ['x', 'rka_', makeApiKey(), `${ana.key}0`, `${ana.key.slice(0, -1)}!`, 'x'.repeat(10_000), jwt]) {
    expect([key, (await post({ 'X-API-Key': key })).status]).toEqual([key, 401]);
  }
});

test('a malformed Authorization on the wire never gets in and never 500', async () => {
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

test('either valid credential is enough, and the scheme is read in any case', async () => {
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

test('when both are valid the bearer is the actor', async () => {
  const { json } = await post({ 'X-API-Key': ana.key });
  const both = { Authorization: `Bearer ${ana.token}`, 'X-API-Key': rockola.adminKey };
  expect((await rockola.call('DELETE', `${path}/${json.id}`, { headers: both })).status).toBe(403);
});

test('a token in the query or a cookie is no credential', async () => {
  expect((await rockola.call('POST', `${path}?access_token=${ana.token}`, { body: { name: 'x' } })).status).toBe(401);
  expect((await post({ Cookie: `token=${ana.token}` })).status).toBe(401);
});

test('a valid credential without the right: 403 insufficient_scope, saying what it takes', async () => {
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

test('a revoked key, a changed role and an ended key count at the next request', async () => {
  const key = (await rockola.cli(['key', 'add', 'operator@localhost', '--name', 'radio'])).out.trim();
  expect((await post({ 'X-API-Key': key })).status).toBe(201);
  const id = /^(\d+).*radio/m.exec((await rockola.cli(['key', 'list'])).out)?.[1] as string;
  await rockola.cli(['key', 'revoke', id]);
  expect((await post({ 'X-API-Key': key })).status).toBe(401);
  const reader = await rockola.person();
  expect((await post({ 'X-API-Key': reader.key })).status).toBe(201);
  await rockola.cli(['account', 'role', reader.email, 'reader']);
  expect((await post({ 'X-API-Key': reader.key })).status).toBe(403);
  expect((await post({ Authorization: `Bearer ${reader.token}` })).status).toBe(403);
});

test('forged tokens never get in', async () => {
  const secret = rockola.env.ROCKOLA_SECRET ?? readFileSync(`${rockola.folder}/rockola.db.secret`, 'utf8').trim();
  const key = createHash('sha256').update(`jwt ${secret}`).digest();
  const [head = '', payload = '', signature = ''] = ana.token.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString());
  const claims: JWTPayload = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const sign = (change: object, headerChange: object = {}, signingKey: Uint8Array = key) =>
    new SignJWT({ ...claims, ...change }).setProtectedHeader({ ...header, ...headerChange }).sign(signingKey);
  const signRaw = (payloadText: string) => {
    const body = `${head}.${Buffer.from(payloadText).toString('base64url')}`;
    return `${body}.${new Bun.CryptoHasher('sha256', key).update(body).digest('base64url')}`;
  };
  const now = Math.floor(Date.now() / 1000);
  const none = { alg: 'none', typ: 'at+jwt' };

  expect((await post({ Authorization: `Bearer ${await sign({})}` })).status).toBe(201);
  const forged = [
    `${encode(none)}.${payload}.`,
    `${encode({ ...none, alg: 'None' })}.${payload}.${signature}`,
    `${encode({ ...header, alg: 'nOnE' })}.${payload}.`,
    `${encode({ ...header, alg: 'HS512' })}.${payload}.${signature}`,
    `${encode({ ...header, alg: 'RS256' })}.${payload}.${signature}`,
    `${head}.${payload}.`,
    `${head}.${payload}`,
    `${head}..${signature}`,
    `.${payload}.${signature}`,
    `${ana.token}x`,
    `${ana.token}.x`,
    `${ana.token}.x.y`,
    `${head}.${encode({ ...claims, sub: '1' })}.${signature}`,
    `${head}.${payload}.${signature.slice(0, -2)}`,
    `${head}.${payload}.${'A'.repeat(43)}`,
    await sign({}, { alg: 'HS384' }),
    await sign({}, { alg: 'HS512' }),
    await sign({}, { kid: 'other' }),
    await sign({}, { kid: '../../dev/null' }),
    await sign({}, { kid: undefined }),
    await sign({}, { typ: 'JWT' }),
    await sign({}, { typ: 'reset+jwt' }),
    await sign({}, { jku: 'http://127.0.0.1/keys', kid: 'x' }),
    await sign({}, { jwk: { kty: 'oct', k: Buffer.from('0'.repeat(32)).toString('base64url') } }, Buffer.from('0'.repeat(32))),
    await sign({}, { x5u: 'http://127.0.0.1/cert' }, Buffer.from('0'.repeat(32))),
    await sign({}, {}, createHash('sha256').update(secret).digest()),
    await sign({}, {}, Buffer.from(secret)),
    await sign({ exp: now - 31 }),
    await sign({ exp: undefined }),
    await sign({ nbf: undefined }),
    await sign({ iat: undefined }),
    await sign({ nbf: now + 120 }),
    await sign({ iat: now + 120 }),
    await sign({ iss: 'other' }),
    await sign({ iss: undefined }),
    await sign({ aud: 'other' }),
    await sign({ aud: undefined }),
    await sign({ sub: undefined }),
    await sign({ sub: '1' }),
    await sign({ sub: 'x' }),
    await sign({ sid: undefined }),
    await sign({ sid: '1' }),
    await sign({ sid: 'a'.repeat(30) }),
    await sign({ sid: [claims.sid] }),
    await sign({ sub: String(BigInt(claims.sub as string) + 1n) }),
    await sign({ sid: '1; drop table session' }),
    await sign({ sid: '1e0' }),
    signRaw(JSON.stringify({ ...claims, exp: String(now + 1000) })),
    signRaw(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":1e99')),
    signRaw(JSON.stringify(claims).replace(/"exp":\d+/, '"exp":-1')),
    signRaw(JSON.stringify(claims).replace(/"nbf":\d+/, '"nbf":"0"')),
    signRaw(JSON.stringify(claims).replace(/"nbf":\d+/, '"nbf":-1')),
    signRaw(JSON.stringify(claims).replace(/"iat":\d+/, '"iat":1.5')),
    signRaw('null'),
    signRaw('[]'),
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiemlwIjoiREVGIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA',
    'eyJhbGciOiJQQkVTMi1IUzI1NitBMTI4S1ciLCJwMmMiOjIxNDc0ODM2NDcsInAycyI6IkFBIiwiZW5jIjoiQTI1NkdDTSJ9.AAAA.AAAA.AAAA.AAAA',
  ];
  expect(forged.length).toBeGreaterThanOrEqual(40);
  for (const [i, token] of forged.entries()) {
    const answer = await post({ Authorization: `Bearer ${token}` });
    expect([i, token, answer.status]).toEqual([i, token, 401]);
  }
});
