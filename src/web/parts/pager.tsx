/** @jsxImportSource #jsx */
import type { SeekSlice } from '../../model/page.ts';
import type { Visit } from '../visit.ts';

type Props = {
  visit: Visit;
  /** The number of records before this page; undefined if it is unknown. */
  offset: bigint | undefined;
  page: SeekSlice<unknown>;
  limit: bigint;
};

/** Links to the previous and the next page of a list, and the range of records on this page. */
export function Pager({ visit: { ctx, texts }, offset, page: { records, total, after }, limit }: Props) {
  const isFirst = offset === undefined || offset === 0n;
  if (isFirst && after === undefined) return null;
  const words = texts.pager;
  const count = BigInt(records.length);
  const hrefOf = (params: Record<string, string>) => {
    const query = new URLSearchParams(ctx.search);
    for (const name of ['after', 'offset']) query.delete(name);
    for (const [name, value] of Object.entries(params)) query.set(name, value);
    return `?${query}`;
  };
  const previous: Record<string, string> = offset && offset > limit ? { offset: String(offset - limit) } : {};
  const next = after !== undefined && { after, ...(offset !== undefined && { offset: String(offset + count) }) };
  return (
    <nav class="more" aria-label={words.label}>
      {!isFirst && (
        <a class="button" href={hrefOf(previous)} rel="prev">
          {words.previous}
        </a>
      )}
      {offset !== undefined && <span>{words.range(offset + 1n, offset + count, total)}</span>}
      {next && (
        <a class="button" href={hrefOf(next)} rel="next">
          {words.next}
        </a>
      )}
    </nav>
  );
}
