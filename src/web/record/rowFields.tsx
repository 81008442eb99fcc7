/** @jsxImportSource #jsx */
import type { State } from '../form.ts';
import { isUsed, MoreFields } from '../parts/form.tsx';
import type { RowKind } from '../paths.ts';
import type { FormTexts } from '../texts/form.ts';
import { recordForms } from './kinds.ts';
import { Members, moreHeading } from './members.tsx';
import { countRows, rowControls, rowPrefix } from './rows.ts';

const rare: { [K in RowKind]?: string[] } = {
  membership: ['ended', 'roles', 'note'],
  track: ['isrc', 'featuring'],
  artist_source: ['record', 'rank', 'accessed', 'quote'],
  album_source: ['record', 'rank', 'accessed', 'quote'],
};

type Props = { kind: RowKind; state: State; words: FormTexts; lang: string | undefined; action: string };

/** Rows for new records of a kind. `action`: the path of the form's page. */
export function Rows({ kind, state, words, lang, action }: Props) {
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
      {Array.from({ length: count }, (_, i) => (
        <fieldset class="row">
          <legend>{row(i + 1)}</legend>
          <Row {...{ kind, state, words, lang }} prefix={rowPrefix(forms, i)} />
        </fieldset>
      ))}
      <button type="submit" name="more" value="on" class="quiet" formaction={`${action}#${rowPrefix(forms, count)}${first}`}>
        {words.rows.more}
      </button>
    </fieldset>
  );
}

/** The members in `rare` are folded away: with them, several rows would fill many screens of a phone. */
function Row({ kind, prefix, ...rest }: Omit<Props, 'action'> & { prefix: string }) {
  const { type } = recordForms[kind];
  const controls = Object.entries(rowControls(recordForms[kind]));
  const isRare = ([member]: [string, unknown]) => rare[kind]?.includes(member) === true;
  const { labels } = rest.words.kinds[kind];
  const fieldsOf = (shown: typeof controls) => (
    <Members forms={{ type, controls: Object.fromEntries(shown) }} hasHints={false} {...rest} prefix={prefix} />
  );
  const rareControls = controls.filter(isRare);
  return (
    <>
      {fieldsOf(controls.filter((control) => !isRare(control)))}
      {rareControls.length > 0 && (
        <MoreFields
          summary={moreHeading(rest.words, ...rareControls.map(([member]) => labels[member]?.label ?? ''))}
          open={rareControls.some(([member]) => isUsed(rest.state, prefix + member))}
        >
          {fieldsOf(rareControls)}
        </MoreFields>
      )}
    </>
  );
}

/** The names of the fields of all rows in the list of faults. */
export function rowLabels(kind: RowKind, { typed }: State, words: FormTexts): Record<string, { label: string }> {
  const forms = recordForms[kind];
  const { row, labels } = words.kinds[kind];
  const all = Array.from({ length: countRows(forms, typed) }, (_, i) =>
    Object.entries(labels).map(([member, { label }]) => [rowPrefix(forms, i) + member, { label: `${row(i + 1)}, ${label}` }]),
  );
  return Object.fromEntries(all.flat());
}
