/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';

/** One task on a page of its own. */
export function Sheet({ title, lead, children }: { title: string; lead?: Child; children?: Child }) {
  return (
    <section class="sheet">
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}
