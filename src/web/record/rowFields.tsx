/** @jsxImportSource #jsx */
import type { State } from '../form.ts';
import type { RowKind } from '../paths.ts';
import type { FormTexts } from '../texts/form.ts';
import { recordForms } from './kinds.ts';
import { Members } from './members.tsx';
import { countRows, ownControls, rowPrefix } from './rows.ts';

type Props = { kind: RowKind; state: State; words: FormTexts; action: string };

/** Rows for new records of a kind. `action`: the path of the form's page. */
export function Rows({ kind, state, words, action }: Props) {
  const forms = recordForms[kind];
  const { rows, row, hint } = words.kinds[kind];
  const count = countRows(forms, state.typed);
  const [first = ''] = Object.keys(forms.controls);
  return (
    <fieldset class="rows">
      <legend>{rows}</legend>
      <p class="note">
        {hint} {words.rows.hint}
      </p>
      <input type="hidden" name="rows" value={String(count)} />
      {Array.from({ length: count }, (_, at) => (
        <fieldset class="row">
          <legend>{row(at + 1)}</legend>
          <Members
            forms={{ ...forms, controls: ownControls(forms) }}
            prefix={rowPrefix(forms, at)}
            hasHints={false}
            state={state}
            words={words}
          />
        </fieldset>
      ))}
      <button type="submit" name="more" value="on" class="quiet" formaction={`${action}#${rowPrefix(forms, count)}${first}`}>
        {words.rows.more}
      </button>
    </fieldset>
  );
}

/** The names of the fields of all rows in the list of faults. */
export function rowLabels(kind: RowKind, { typed }: State, words: FormTexts): Record<string, { label: string }> {
  const forms = recordForms[kind];
  const { row, labels } = words.kinds[kind];
  const all = Array.from({ length: countRows(forms, typed) }, (_, at) =>
    Object.entries(labels).map(([member, { label }]) => [rowPrefix(forms, at) + member, { label: `${row(at + 1)}, ${label}` }]),
  );
  return Object.fromEntries(all.flat());
}
