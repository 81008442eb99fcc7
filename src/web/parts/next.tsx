/** @jsxImportSource #jsx */
import type { Visit } from '../visit.ts';

type Props = { visit: Visit; from: { after: string | undefined } | { offset: string | undefined }; label: string };

/** The link to the next page of a list, if there is one. It has the query of this page. */
export function Next({ visit: { ctx }, from, label }: Props) {
  const [name = '', start] = Object.entries(from)[0] ?? [];
  if (start === undefined) return null;
  const query = new URLSearchParams(ctx.search);
  query.set(name, start);
  return (
    <nav class="more" aria-label={label}>
      <a class="button" href={`?${query}`} rel="next">
        {label}
      </a>
    </nav>
  );
}
