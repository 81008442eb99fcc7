import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { type Answer, type Rockola, startRockola } from '../support/harness.ts';

let rockola: Rockola;
let before: string;
const path = '/api/v1/artists';

beforeAll(async () => {
  rockola = await startRockola();
});
afterAll(() => rockola.stop());

const post = (body: unknown, headers = {}) => rockola.call('POST', path, { body, key: rockola.adminKey, headers });
const snapshot = async () => (await rockola.call('GET', `${path}?limit=5`)).text;
const pointers = ({ json }: Answer) => json.errors.map((error: { pointer: string }) => error.pointer).sort();

describe('refused input changes nothing and every error is named', () => {
  beforeEach(async () => {
    before = await snapshot();
  });
  afterEach(async () => {
    expect(await snapshot()).toBe(before);
  });

  test('an empty object lacks its name', async () => {
    const answer = await post({});
    expect([answer.status, pointers(answer)]).toEqual([400, ['/name']]);
    expect(answer.json.errors[0].detail).toBe('is required');
    expect(answer.json.type).toBe(`${rockola.url}/problems/invalid-input`);
  });

  test('arrays and scalars are no artist', async () => {
    for (const body of ['[]', '"name"', '5', 'null', 'true', '[{"name":"x"}]']) {
      const answer = await post(body);
      expect([body, answer.status, pointers(answer)]).toEqual([body, 400, ['']]);
    }
  });

  test('ids that are none', async () => {
    for (const id of [
      '-1',
      '1.5',
      '1.0',
      '1e3',
      '"1"',
      '9223372036854775808',
      '-9223372036854775809',
      '123456789012345678901234567890',
      'true',
      '[]',
      '{}',
    ]) {
      const answer = await post(`{"id":${id},"name":"x"}`);
      expect([id, answer.status, pointers(answer)]).toEqual([id, 400, ['/id']]);
    }
  });

  test('text that is no JSON', async () => {
    const texts = [
      '',
      ' ',
      '{',
      '{"name":"x"}}',
      '{"name":"x"} x',
      "{'name':'x'}",
      '{"name":"x",}',
      '{"name":01}',
      '{"name":"a\nb"}',
      '{"name":"\\x"}',
      'NaN',
      '{"name":"x"',
      '\ufeff{"name":"x"}',
      '{"id":+1}',
      '{"id":1.}',
      '{"id":.5}',
      '{name:"x"}',
    ];
    for (const text of texts) {
      const answer = await post(text);
      expect([text, answer.status, answer.json?.type]).toEqual([text, 400, `${rockola.url}/problems/malformed-json`]);
    }
    expect((await post(new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d]))).json.type).toEndWith('/malformed-json');
  });

  test('duplicate and unknown members, lone surrogates and U+0000, all at once', async () => {
    const answer = await post('{"name":"a","name":"b","nmae":"c","band":"\\ud800","description":"x\\u0000y","__proto__":{},"a/b~c":1}');
    expect(answer.status).toBe(400);
    expect(pointers(answer)).toEqual(['/__proto__', '/a~1b~0c', '/band', '/description', '/name', '/nmae']);
  });

  test('nesting deeper than 32', async () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect((await post(nested(33))).json.type).toEndWith('/malformed-json');
    expect((await post(nested(32))).json.type).toEndWith('/invalid-input');
  });

  test('lengths are counted in code points', async () => {
    const answer = await post({
      name: 'x'.repeat(201),
      description: 'x'.repeat(20_001),
      band: '🎸'.repeat(201),
      image: `http://e.org/${'x'.repeat(2048)}`,
    });
    expect([answer.status, pointers(answer)]).toEqual([400, ['/band', '/description', '/image', '/name']]);
  });

  test('names of white space only, and types that are none', async () => {
    for (const name of ['', ' ', '\t\n', '\u00a0\u2003']) expect(pointers(await post({ name }))).toEqual(['/name']);
    expect(pointers(await post({ name: 5, description: [], image: {}, band: true }))).toEqual(['/band', '/description', '/image', '/name']);
  });

  test('images that are no http(s) address', async () => {
    const images = [
      'x',
      '/x.jpg',
      'ftp://e.org/x',
      'javascript:alert(1)',
      'data:image/png,x',
      'http:/e.org',
      'http://',
      'https://user:pw@e.org/x',
      'https://user@e.org',
      'https://@e.org',
      `https://${'a.'.repeat(150)}org`,
      'http://e.org/a b',
      ' http://e.org',
      'http://e.org\\x',
      'http://e.org/\u0001',
      'http://[::1',
      'http:e.org',
    ];
    for (const image of images) expect([image, pointers(await post({ name: 'x', image }))]).toEqual([image, ['/image']]);
  });

  test('too large a body, with its length told and without', async () => {
    const large = JSON.stringify({ name: 'x', description: 'y'.repeat(1024 * 1024) });
    expect((await post(large)).status).toBe(413);
    const chunked = new ReadableStream({
      start(controller) {
        controller.enqueue(new TextEncoder().encode(large));
        controller.close();
      },
    });
    expect((await post(chunked)).status).toBe(413);
    const exact = '['.padEnd(1024 * 1024, ' ');
    expect((await post(exact)).status).toBe(400);
    expect((await post(`${exact} `)).status).toBe(413);
  });

  test('types and encodings other than JSON in UTF-8', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'application/json; charset=latin1',
      'application/jsonx',
      'application/merge-patch+json',
      '',
    ]) {
      const answer = await post('{"name":"x"}', { 'Content-Type': type });
      expect([type, answer.status]).toEqual([type, 415]);
      expect(answer.headers.get('accept')).toBe('application/json');
    }
    const zipped = await post('{"name":"x"}', { 'Content-Encoding': 'gzip' });
    expect([zipped.status, zipped.headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });

  test('checks run in the order 413 and 415, 401, 403, 400, 404', async () => {
    const send = (method: string, target: string, options: object) => rockola.call(method, target, options);
    const large = 'x'.repeat(1024 * 1024 + 1);
    expect((await send('POST', path, { body: large })).status).toBe(413);
    expect((await send('POST', path, { body: '{', headers: { 'Content-Type': 'text/plain' } })).status).toBe(415);
    expect((await send('POST', path, { body: '{' })).status).toBe(401);
    expect((await send('DELETE', `${path}/abc`, {})).status).toBe(401);
    const { key } = await rockola.person();
    expect((await send('DELETE', `${path}/abc`, { key })).status).toBe(403);
    expect((await send('PUT', `${path}/999999`, { key, body: '{' })).status).toBe(400);
    expect((await send('PATCH', `${path}/999999`, { key, body: {}, headers: { 'If-Match': '"1"' } })).status).toBe(404);
  });

  test('an Accept header that excludes JSON is 406, told as a problem', async () => {
    for (const accept of ['text/html', 'application/json;q=0', 'application/json;q=0, */*', 'image/*', 'application/xml, */*;q=0']) {
      const answer = await rockola.call('GET', path, { headers: { Accept: accept } });
      expect([accept, answer.status]).toEqual([accept, 406]);
      expect(answer.headers.get('content-type')).toStartWith('application/problem+json');
    }
    for (const accept of [
      '*/*',
      'application/*',
      'application/json',
      'text/html, */*;q=0.1',
      'Application/JSON',
      'application/json; charset=utf-8',
    ]) {
      expect([accept, (await rockola.call('GET', path, { headers: { Accept: accept } })).status]).toEqual([accept, 200]);
    }
  });
});

describe('what is taken comes back as it was sent', () => {
  test('Unicode of every kind, composed and decomposed', async () => {
    const texts = [
      'Café',
      'Cafe\u0301',
      '🎸👩‍🎤',
      'Ñandú\u200d',
      '日本語',
      '\u202eabc',
      '"\\/\b\f\n\r\t',
      'a\u2028\u2029',
      '\ufeffBOM inside',
      '<script>alert(1)</script>',
      "'; drop table artist; --",
      '\u{10ffff}',
      '%00',
    ];
    for (const name of texts) {
      const { json, headers } = await post({ name, description: name, band: name });
      expect([json.name, json.description, json.band]).toEqual([name, name, name]);
      expect((await rockola.call('GET', headers.get('location') as string)).json.name).toBe(name);
    }
  });

  test('the longest texts that are allowed', async () => {
    const body = {
      name: '🎸'.repeat(200),
      description: '🎸'.repeat(20_000),
      band: '🎸'.repeat(200),
      image: `https://example.org/${'x'.repeat(2028)}`,
    };
    const answer = await post(body);
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject(body);
  });

  test('null texts as ""; images as they are', async () => {
    expect((await post({ name: 'x', description: null, image: null, band: null })).json).toMatchObject({
      description: '',
      image: '',
      band: '',
    });
    for (const image of [
      'HTTPS://Example.ORG/a?b=c#d',
      'http://[::1]:80/x',
      'https://example.org/%20é',
      'https://example.org/@x',
      'http://xn--ls8h.example/',
    ]) {
      expect((await post({ name: 'x', image })).json.image).toBe(image);
    }
  });

  test('escaped and unescaped spellings are the same text', async () => {
    const { json } = await post('{"n\\u0061me":"\\u0043harly \\ud83c\\udfb8","charset":1}'.replace(',"charset":1', ''), {
      'Content-Type': 'application/json; charset=UTF-8',
    });
    expect(json.name).toBe('Charly 🎸');
  });
});
