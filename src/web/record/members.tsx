/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import type { AlbumFields } from '../../model/album.ts';
import { album } from '../../model/album.ts';
import type { Fields, RecordType } from '../../model/record.ts';
import type { State } from '../form.ts';
import { Field } from '../parts/form.tsx';
import type { FormTexts, Label } from '../texts/form.ts';
import { albumControls, type Control, type Controls } from './control.ts';
import { rowPrefix } from './rows.ts';

type Props = { state: State; words: FormTexts };

/** No `maxlength`: a browser would cut a text off silently. */
const inputs: Record<Control, object> = {
  line: {},
  text: { rows: 12 },
  address: { inputmode: 'url' },
  year: { inputmode: 'numeric' },
};

type MembersProps<F extends Fields> = Props & {
  type: RecordType<F>;
  controls: Controls<F>;
  labels: Record<keyof F & string, Label>;
  prefix?: string;
  /** Shown below the field of a member. */
  below?: (name: keyof F & string) => Child;
};

export function Members<F extends Fields>({ type, controls, labels, prefix = '', below, state, words }: MembersProps<F>) {
  return (
    <>
      {(Object.keys(controls) as (keyof F & string)[]).map((name) => (
        <Field
          name={prefix + name}
          {...labels[name]}
          {...inputs[controls[name]]}
          state={state}
          autocomplete="off"
          optional={type.members[name].empty === undefined ? undefined : words.optional}
        >
          {below?.(name)}
        </Field>
      ))}
    </>
  );
}

export function ReasonFields({ state, words: { reason, optional } }: Props) {
  return (
    <fieldset class="reason">
      <legend>{reason.title}</legend>
      <div class="pair">
        <Field name="comment" {...reason.comment} state={state} optional={optional} autocomplete="off" />
        <Field name="source" {...reason.source} state={state} optional={optional} autocomplete="off" inputmode="url" />
      </div>
    </fieldset>
  );
}

/** @param action the path of the form's page */
export function AlbumRows({ state, words, count, action }: Props & { count: number; action: string }) {
  const { rows, album: labels } = words;
  return (
    <fieldset class="rows">
      <legend>{rows.title}</legend>
      <p class="note">{rows.hint}</p>
      <input type="hidden" name="rows" value={String(count)} />
      {Array.from({ length: count }, (_, row) => (
        <fieldset class="row">
          <legend>{rows.of(row + 1)}</legend>
          <Members<AlbumFields>
            type={album}
            controls={albumControls}
            labels={withoutHints(labels)}
            prefix={rowPrefix(row)}
            state={state}
            words={words}
          />
        </fieldset>
      ))}
      <button type="submit" name="more" value="on" class="quiet" formaction={`${action}#${rowPrefix(count)}name`}>
        {rows.more}
      </button>
    </fieldset>
  );
}

function withoutHints(labels: Record<keyof AlbumFields, Label>): Record<keyof AlbumFields, Label> {
  return { name: { label: labels.name.label }, year: { label: labels.year.label }, image: { label: labels.image.label } };
}

/** The names of the fields in the list of faults. */
export function labelsOf(words: FormTexts, own: Record<string, Label>, rows = 0): Record<string, string> {
  const plain = Object.entries({ ...own, comment: words.reason.comment, source: words.reason.source });
  const ofRows = Array.from({ length: rows }, (_, row) =>
    Object.entries(words.album).map(([name, { label }]) => [rowPrefix(row) + name, `${words.rows.of(row + 1)}, ${label}`]),
  );
  return Object.fromEntries([...plain.map(([name, { label }]) => [name, label]), ...ofRows.flat()]);
}
