/** @jsxImportSource #jsx */
import type { Visit } from '../visit.ts';

type Props = {
  visit: Visit;
  /** The records before this page; undefined where the page does not know. */
  offset: bigint | undefined;
  count: number;
  total: bigint;
  /** The cursor of the next page. */
  after: string | undefined;
  limit: bigint;
};

/** The links to the pages before and after this one of a list, and which of its records it shows. */
export function Pager({ visit: { ctx, texts }, offset, count, total, after, limit }: Props) {
  const isFirst = offset === undefined || offset === 0n;
  if (isFirst && after === undefined) return null;
  const words = texts.pager;
  const at = (own: Record<string, string>) => {
    const query = new URLSearchParams(ctx.search);
    for (const name of ['after', 'offset', 'done']) query.delete(name);
    for (const [name, value] of Object.entries(own)) query.set(name, value);
    return `?${query}`;
  };
  const before: Record<string, string> = offset && offset > limit ? { offset: String(offset - limit) } : {};
  const behind = after !== undefined && { after, ...(offset !== undefined && { offset: String(offset + BigInt(count)) }) };
  return (
    <nav class="more" aria-label={words.label}>
      {!isFirst && (
        <a class="button" href={at(before)} rel="prev">
          {words.previous}
        </a>
      )}
      {offset !== undefined && <span>{words.range(offset + 1n, offset + BigInt(count), total)}</span>}
      {behind && (
        <a class="button" href={at(behind)} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  );
}
