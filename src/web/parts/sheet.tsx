/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';

type Props = { title: string; lead?: Child; next?: string; wide?: boolean; back?: { href: string; label: string }; children?: Child };

/** The title of a page. The title of a source contains an address, which is not written in capitals. */
export function Title({ children }: { children: string }) {
  return (
    <h1 class={children.includes('://') ? 'address' : undefined}>
      <bdi>{children}</bdi>
    </h1>
  );
}

/** A page with one task. `next`: what to do if it cannot be done. */
export function TaskPage({ title, lead, next, wide = false, back, children }: Props) {
  return (
    <section class={wide ? 'sheet wide' : 'sheet'}>
      {back && (
        <p class="kicker">
          <a href={back.href}>‹ {back.label}</a>
        </p>
      )}
      <Title>{title}</Title>
      {lead && <p class="lead">{lead}</p>}
      {next && <p>{next}</p>}
      {children}
    </section>
  );
}
