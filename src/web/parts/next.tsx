/** @jsxImportSource #jsx */
import type { Visit } from '../visit.ts';

type Props = { visit: Visit; from: { after: string } | { offset: string } | undefined; label: string };

/** The link to the next page of a list. It keeps the query of this one, but for what a form said that led to it. */
export function Next({ visit: { ctx }, from, label }: Props) {
  if (!from) return null;
  const query = new URLSearchParams(ctx.search);
  query.delete('done');
  for (const [name, place] of Object.entries(from)) query.set(name, place);
  return (
    <nav class="more" aria-label={label}>
      <a class="button" href={`?${query}`} rel="next">
        {label}
      </a>
    </nav>
  );
}
