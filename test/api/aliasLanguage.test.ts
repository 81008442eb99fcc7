import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const post = (path: string, body: object) => rockola.send('POST', `/artists${path}`, body);

test('the language of an alias is stored in its canonical form; a malformed language is refused', async () => {
  const { id } = (await post('', { name: 'Tacuara' })).json;
  const add = (language: string) => post(`/${id}/aliases`, { name: crypto.randomUUID(), kind: 'nickname', language });
  for (const [language, canonical] of [
    ['', ''],
    ['es', 'es'],
    ['ES-ar', 'es-AR'],
    ['zh-hANS', 'zh-Hans'],
    ['iw', 'he'],
    ['de-ch-1996', 'de-CH-1996'],
  ] as const)
    expect([language, (await add(language)).json.language]).toEqual([language, canonical]);
  for (const language of ['castellano de acá', 'es_AR', 'e', '-', 'es-', '  ', 'ñ', 'x'.repeat(36), 'a-'.repeat(17), '\u0000', '7'])
    expect([language, (await add(language)).status]).toEqual([language, 400]);
  const { json } = await add('es_AR');
  expect(json.errors[0]).toMatchObject({ pointer: '/language', detail: expect.stringContaining('such as es') });
});
