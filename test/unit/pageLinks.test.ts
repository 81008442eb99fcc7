import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { foundReply, pageReply } from '../../src/http/page.ts';
import { maxInt64 } from '../../src/model/int64.ts';
import { parseJson } from '../../src/model/json.ts';
import { idCursor, sliceOf } from '../../src/model/page.ts';

type Query = { limit: bigint; offset: bigint; after: bigint | undefined };

/** A page as the store cuts it. The store reads one record more, to learn whether more follow. */
function slice(count: number, { limit, offset, after }: Query) {
  const all = Array.from({ length: count }, (_, i) => ({ id: BigInt(i + 1) * 10n }));
  const rest = after === undefined ? all.slice(Number(offset)) : all.filter(({ id }) => id > after);
  return sliceOf(rest.slice(0, Number(limit) + 1), { limit }, BigInt(count), idCursor);
}

function page(count: number, query: Query, filter?: Record<string, string>) {
  const reply = pageReply(slice(count, query), query, '/list', '/prefix', filter);
  // biome-ignore lint/suspicious/noExplicitAny: a page of any shape
  const body = parseJson(reply.body ?? '').value as any;
  const link = reply.headers?.Link;
  const to = (rel: string) => new RegExp(`<([^>]*)>; rel="${rel}"`).exec(link ?? '')?.[1];
  return { reply, body, link, next: to('next'), prev: to('prev') };
}

const queries = fc.record({
  limit: fc.bigInt({ min: 1n, max: 7n }),
  offset: fc.bigInt({ min: 0n, max: 14n }),
  after: fc.option(fc.bigInt({ min: 0n, max: 130n }), { nil: undefined }),
});

test('a page has its limit and offset, and links to the next and the previous page', () => {
  fc.assert(
    fc.property(fc.nat(13), queries, (count, query) => {
      const { limit, offset } = query;
      const { body, link, next, prev, reply } = page(count, query);
      const { records, after } = slice(count, query);
      const wanted = after ? `/list?limit=${limit}&offset=${offset + limit}&after=${records.at(-1)?.id}` : null;
      expect(reply.status).toBe(200);
      expect(body).toEqual({ data: records, meta: { limit, offset, total: BigInt(count), next: wanted } });
      expect(next).toBe(wanted === null ? undefined : `/prefix${wanted}`);
      const back = offset > limit ? offset - limit : 0n;
      expect(prev).toBe(offset === 0n ? undefined : `/prefix/list?limit=${limit}&offset=${back}`);
      if (!next && !prev) expect(link).toBeUndefined();
    }),
  );
});

test('links repeat the search text, percent-encoded', () => {
  const search = 'a&b=c d/ñ?#%"<>';
  const { next, prev } = page(9, { limit: 2n, offset: 3n, after: undefined }, { search, kind: 'x' });
  for (const link of [next, prev]) {
    const found = new URL(`http://x${link}`).searchParams;
    expect([found.get('search'), found.get('kind'), found.get('limit')]).toEqual([search, 'x', '2']);
    expect(link).not.toMatch(/["<> ]/);
  }
});

test('the offset of a link is at most the largest int64', () => {
  for (const offset of [maxInt64 - 3n, maxInt64 - 2n, maxInt64 - 1n, maxInt64]) {
    const { body } = page(5, { limit: 2n, offset, after: 0n });
    const nextOffset = BigInt(/offset=(\d+)/.exec(body.meta.next)?.[1] ?? '');
    expect(nextOffset).toBe(offset + 2n > maxInt64 ? maxInt64 : offset + 2n);
  }
});

test('a page of search results ends with the record that takes its texts over 1 MiB, and next begins after it', () => {
  for (const [length, fit] of [
    [1_048_576, 2],
    [1_048_577, 1],
    [100_000, 4],
  ] as const) {
    const records = Array.from({ length: 4 }, (_, id) => ({ id, artist: { description: 'x'.repeat(length) } }));
    const { body = '' } = foundReply({ records, total: 9n, more: true }, { limit: 4n, offset: 3n }, { path: '/found', query: {} }, '');
    const { data, meta } = JSON.parse(body);
    expect([length, data.length, meta.next]).toEqual([length, fit, `/found?limit=4&offset=${3 + fit}`]);
  }
});

test('the tag of a page depends on its content', () => {
  const tagOf = (count: number) => page(count, { limit: 2n, offset: 2n, after: undefined }).reply.headers?.ETag;
  expect(tagOf(6)).toBe(tagOf(6));
  expect(tagOf(7)).not.toBe(tagOf(6));
});

test('a page of search results links to the start of the previous page, and to the record after its last one', () => {
  fc.assert(
    fc.property(fc.nat(13), queries, fc.boolean(), (count, { limit, offset }, more) => {
      const records = Array.from({ length: Math.min(count, Number(limit)) }, (_, id) => ({ id }));
      const reply = foundReply({ records, total: 13n, more }, { limit, offset }, { path: '/found', query: { q: 'a&b' } }, '/p');
      const linkTo = (from: bigint) => `/found?q=a%26b&limit=${limit}&offset=${from}`;
      const links = [
        ...(more ? [`</p${linkTo(offset + BigInt(records.length))}>; rel="next"`] : []),
        ...(offset > 0n ? [`</p${linkTo(offset > limit ? offset - limit : 0n)}>; rel="prev"`] : []),
      ];
      expect(reply.headers?.Link).toBe(links.length > 0 ? links.join(', ') : undefined);
    }),
  );
});
