/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import type { State } from '../form.ts';
import type { Shown, Visit } from '../visit.ts';
import { type FormProps, PageForm } from './form.tsx';

/** `next`: what to do if the task cannot be done. `heading`: the title with marked names. */
type Task = Pick<Shown, 'title' | 'path' | 'head' | 'status'> & {
  heading?: Child;
  lead?: Child;
  next?: string;
  wide?: boolean;
  back?: { href: string; label: Child };
  body?: Child;
};

/** The title of a page. The title of a source contains an address, which is not written in capitals. */
export function Title({ title, children = title }: { title: string; children?: Child }) {
  return (
    <h1 class={title.includes('://') ? 'address' : undefined}>
      <bdi>{children}</bdi>
    </h1>
  );
}

/** A page with one task. */
export function taskPage({ heading, lead, next, wide = false, back, body, ...page }: Task): Shown {
  return {
    ...page,
    body: (
      <section class={wide ? 'sheet wide' : 'sheet'}>
        {back && (
          <p class="kicker">
            <a href={back.href}>‹ {back.label}</a>
          </p>
        )}
        <Title title={page.title}>{heading}</Title>
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
export function formPage(visit: Visit, state: State, { above, fields, below, ...props }: FormTask): Shown {
  const { button, labels, others, once, ...task } = props;
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
