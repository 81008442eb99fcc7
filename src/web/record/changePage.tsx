/** @jsxImportSource #jsx */
import type { State } from '../form.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { type FormTask, formPage } from '../parts/sheet.tsx';
import { formTexts } from '../texts/form.ts';
import type { Label } from '../texts/kinds/label.ts';
import type { Shown, Visit } from '../visit.ts';
import { labelsOf, ReasonFields } from './members.tsx';

/** `labels`: of `fields`. `suggestsArtists`: whether some of them may name artists. `cancel`: the path of the page to go back to. */
type Change = Omit<FormTask, 'labels' | 'once'> & { labels?: Record<string, Label>; suggestsArtists?: boolean; cancel?: string };

/** A page with a form that changes the catalogue. Below its fields it asks for the reason. */
export function changePage(visit: Visit, state: State, { labels, suggestsArtists, cancel, head, others, fields, ...page }: Change): Shown {
  const words = formTexts[visit.language];
  return formPage(visit, state, {
    wide: true,
    ...page,
    head: (
      <>
        <EditStyles prefix={visit.prefix} suggestsArtists={suggestsArtists} />
        {head}
      </>
    ),
    labels: labelsOf(words, labels),
    others: (
      <>
        {cancel !== undefined && <a href={visit.prefix + cancel}>{words.cancel}</a>}
        {others}
      </>
    ),
    once: true,
    fields: (
      <>
        {fields}
        <ReasonFields state={state} words={words} />
      </>
    ),
  });
}
