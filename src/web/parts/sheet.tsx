/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import type { State } from '../form.ts';
import type { Shown, Visit } from '../visit.ts';
import { type FormProps, PageForm } from './form.tsx';

/** `next`: what to do if the task cannot be done. */
type Task = Pick<Shown, 'title' | 'path' | 'head' | 'status'> & {
  lead?: Child;
  next?: string;
  wide?: boolean;
  back?: { href: string; label: string };
  body?: Child;
};

/** The title of a page. The title of a source contains an address, which is not written in capitals. */
export function Title({ children }: { children: string }) {
  return (
    <h1 class={children.includes('://') ? 'address' : undefined}>
      <bdi>{children}</bdi>
    </h1>
  );
}

/** A page with one task. */
export function taskPage({ lead, next, wide = false, back, body, ...page }: Task): Shown {
  return {
    ...page,
    body: (
      <section class={wide ? 'sheet wide' : 'sheet'}>
        {back && (
          <p class="kicker">
            <a href={back.href}>‹ {back.label}</a>
          </p>
        )}
        <Title>{page.title}</Title>
        {lead && <p class="lead">{lead}</p>}
        {next && <p>{next}</p>}
        {body}
      </section>
    ),
  };
}

export type FormTask = Omit<Task, 'body' | 'next'> &
  Pick<FormProps, 'button' | 'labels' | 'others' | 'once'> & { above?: Child; fields: Child; below?: Child };

/** A page whose task is a form. `above`, `below`: outside the form. */
export function formPage(visit: Visit, state: State, { above, fields, below, button, labels, others, once, ...task }: FormTask): Shown {
  const [action = ''] = task.path.split('?');
  return taskPage({
    ...task,
    body: (
      <>
        {above}
        <PageForm {...{ visit, action, state, button, labels, others, once }}>{fields}</PageForm>
        {below}
      </>
    ),
  });
}
