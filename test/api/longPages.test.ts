import { afterAll, expect, test } from 'bun:test';
import { each, times } from '../support/each.ts';
import { type Answer, startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

/** The most characters of the texts of a page, and of a record. */
const [maxText, maxRecord] = [1_048_576, 50_000];
const band = 'Los Larguísimos';

const random = randomFrom(seed);
const sizes = [() => 0, () => random.below(300), () => random.below(20_000), () => 19_999] as const;
/** A random description, short or long, so that some pages end early and others do not. */
const randomText = () => random.pick(['a', 'ñ', '"', '\n', '🎸']).repeat(random.pick(sizes)());

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const added = await each(times(160), async (i) => {
  const description = `x${i < 100 ? '🎸'.repeat(19_999) : randomText()}`;
  const body = { name: `Pez ${i}`, description, image: '', band };
  return rockola.add('/artists', body);
});
const ids = added.toSorted((a, b) => Number(a - b));
afterAll(() => rockola.stop());

type Artist = { id: bigint; name: string; description: string; image: string; band: string };
const lengthOf = (data: Artist[]) =>
  data.reduce((sum, { name, description, image, band }) => sum + `${name}${description}${image}${band}`.length, 0);
/** The most characters of a record that count for its page but are not in the answer. */
const maxUnseen = 200;

/** Follows `next` to the end. @returns the answers and all ids in their order */
async function follow(path: string): Promise<{ answers: Answer[]; found: bigint[] }> {
  const answers: Answer[] = [];
  const found: bigint[] = [];
  for (let next: string | null = path; next !== null; next = answers.at(-1)?.json.meta.next) {
    const answer = await rockola.call('GET', next);
    expect([next, answer.status, answer.json.meta.offset]).toEqual([next, 200, BigInt(found.length)]);
    const data: Artist[] = answer.json.data;
    expect(data).not.toBeEmpty();
    expect(lengthOf(data)).toBeLessThanOrEqual(maxText + maxRecord);
    answers.push(answer);
    found.push(...data.map(({ id }) => id));
  }
  return { answers, found };
}

test.each(['', '&sort=-id', '&sort=name', '&sort=-updated', `&band=${encodeURIComponent(band)}`])(
  'a page of long texts ends early, and `next` leads to every record once: %s',
  async (query) => {
    for (const limit of [100, 1 + random.below(100), 10]) {
      const { answers, found } = await follow(`/api/v1/artists?limit=${limit}${query}`);
      const sorted = found.toSorted((a, b) => Number(a - b));
      expect([seed, limit, sorted.length, new Set(sorted).size]).toEqual([seed, limit, ids.length, ids.length]);
      expect(sorted).toEqual(ids);
      if (query === '' || query === '&sort=-id') expect(found).toEqual(query === '' ? ids : ids.toReversed());
      // A page has fewer records than requested only if its texts are long or it is the last.
      for (const { json } of answers) {
        const isShort = json.data.length < limit && json.meta.next !== null;
        expect([seed, limit, isShort && lengthOf(json.data) + json.data.length * maxUnseen <= maxText]).toEqual([seed, limit, false]);
      }
    }
  },
);

test('a page that ends early has Content-Length and ETag, and answers HEAD and If-None-Match', async () => {
  const path = '/api/v1/artists?limit=100';
  const page = await rockola.call('GET', path);
  const { data, meta } = page.json;
  expect([data.length, meta.limit, meta.total, meta.next]).toEqual([
    Math.ceil(maxText / (2 * 19_999 + `xPez 0${band}`.length)),
    100n,
    BigInt(ids.length),
    `${path}&offset=${data.length}&after=${data.at(-1).id}`,
  ]);
  expect(page.headers.get('content-length')).toBe(String(Buffer.byteLength(page.text)));
  const etag = page.headers.get('etag') ?? '';
  const [head, unchanged] = [await rockola.call('HEAD', path), await rockola.call('GET', path, { headers: { 'If-None-Match': etag } })];
  expect([head.status, head.headers.get('etag'), unchanged.status]).toEqual([200, etag, 304]);
  const first = `/api/v1/artists/${ids[0]}`;
  await rockola.send('PATCH', first, { image: 'https://example.org/a.jpg' });
  expect((await rockola.call('HEAD', path)).headers.get('etag')).not.toBe(etag);
});
