/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';

type Props = { title: string; lead?: Child; next?: string; children?: Child };

/** One task on a page of its own. `next`: what to do where it cannot be done. */
export function Sheet({ title, lead, next, children }: Props) {
  return (
    <section class="sheet">
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
      {next && <p>{next}</p>}
      {children}
    </section>
  );
}
