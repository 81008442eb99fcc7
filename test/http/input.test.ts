import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { type Answer, startRockola } from '../support/harness.ts';

let before: string;
const path = '/api/v1/artists';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const post = (body: unknown, headers = {}) => rockola.send('POST', path, body, headers);
const snapshot = async () => (await rockola.call('GET', `${path}?limit=5`)).text;
const pointers = ({ json }: Answer) => json.errors.map((error: { pointer: string }) => error.pointer).sort();

describe('refused input changes nothing and every error is named', () => {
  beforeEach(async () => {
    before = await snapshot();
  });
  afterEach(async () => {
    expect(await snapshot()).toBe(before);
  });

  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  test.each<[string, string, string[]]>([
    ['a body that is no object', '[{"name":"x"}]', ['']],
    ['a body nested 32 deep', nested(32), ['']],
    ['an object without its required member', '{}', ['/name']],
    ['an id that is no integer', '{"id":1.0,"name":"x"}', ['/id']],
    ['an id beyond int64', '{"id":9223372036854775808,"name":"x"}', ['/id']],
    ['a name of white space', '{"name":"\\u00a0\\t"}', ['/name']],
    ['members of the wrong type', '{"name":5,"description":[],"image":{},"band":true}', ['/band', '/description', '/image', '/name']],
    [
      'duplicate and unknown members, lone surrogates and U+0000, all at once',
      '{"name":"a","name":"b","nmae":"c","band":"\\ud800","description":"x\\u0000y","__proto__":{},"a/b~c":1}',
      ['/__proto__', '/a~1b~0c', '/band', '/description', '/name', '/nmae'],
    ],
    [
      'texts that are too long in code points',
      JSON.stringify({
        name: 'x'.repeat(201),
        description: 'x'.repeat(20_001),
        band: '🎸'.repeat(201),
        image: `http://e.org/${'x'.repeat(2048)}`,
      }),
      ['/band', '/description', '/image', '/name'],
    ],
  ])('%s', async (_, text, wrong) => {
    const answer = await post(text);
    expect([answer.status, answer.json.type, pointers(answer)]).toEqual([400, `${rockola.url}/problems/invalid-input`, wrong]);
  });

  test('text that is not JSON', async () => {
    const texts = ['', '{', '{"name":"x"}}', "{'name':'x'}", '{"name":01}', '\ufeff{"name":"x"}', nested(33)];
    for (const text of [...texts, new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x7d])]) {
      const answer = await post(text);
      expect([text, answer.status, answer.json?.type]).toEqual([text, 400, `${rockola.url}/problems/malformed-json`]);
    }
  });

  test('images that are not http(s) URLs', async () => {
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
});

describe('accepted text is returned unchanged', () => {
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

  test('null becomes "", and the spelling of an image URL is kept', async () => {
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
