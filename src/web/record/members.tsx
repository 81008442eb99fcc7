/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import type { State } from '../form.ts';
import { Checks, Select } from '../parts/choice.tsx';
import { Field, Hidden, isUsed, MoreFields } from '../parts/form.tsx';
import type { FormTexts } from '../texts/form.ts';
import type { Label } from '../texts/kinds/label.ts';
import { type Control, holdsCatalogueText } from './control.ts';
import type { RecordForms } from './kinds.ts';

/** `lang`: of the catalogue, if the page has another one. */
type Props = { state: State; words: FormTexts; lang?: string | undefined };

const inputs: Partial<Record<Control, object>> = {
  text: { rows: 12 },
  address: { inputmode: 'url' },
  year: { inputmode: 'numeric' },
  date: { spellcheck: 'false' },
  id: { inputmode: 'numeric' },
  reference: { 'data-artists': 'number' },
};

type MembersProps = Props & {
  forms: Pick<RecordForms, 'type' | 'controls'>;
  prefix?: string;
  hasHints?: boolean;
  /** Shown below the field of a member. */
  below?: (member: string) => Child;
};

/**
 * The bounds of a member's schema as attributes. Browsers refuse no form because of them (`novalidate`), but screen readers announce
 * them. `maxlength` is twice the limit of code points, since a browser would cut off the text silently.
 */
function boundsOf(member: RecordForms['type']['members'][string] | undefined, typed: string | null) {
  const { maxLength, minimum, maximum } = (member?.given.meta() ?? {}) as { maxLength?: number; minimum?: number; maximum?: number };
  // A browser would drop a text that is no number.
  const isNumber = minimum !== undefined && /^\d*$/.test(typed ?? '');
  return {
    ...(maxLength !== undefined && { maxlength: 2 * maxLength }),
    ...(isNumber && { type: 'number' as const, min: minimum, max: maximum }),
  };
}

/** Whether a member may be the name of an artist, as a band is. */
const namesArtist = ({ kind, titled, members }: RecordForms['type'], member: string) =>
  kind === 'artist' ? member === 'band' : member === titled && Object.values(members).some(({ references }) => references);

export function Members({ forms: { type, controls }, prefix = '', hasHints = true, below, state, words, lang }: MembersProps) {
  const { labels } = words.kinds[type.kind];
  return (
    <>
      {Object.entries(controls).map(([member, control]) => {
        const { label, hint, words: known = {} } = labels[member] as Label;
        const base = { name: prefix + member, label, state, children: below?.(member) };
        const names = namesArtist(type, member) && { 'data-artists': 'name' };
        const optional = type.members[member]?.empty === undefined ? undefined : words.optional;
        const one = control === 'choice' ? { '': optional ? words.yesOrNo[''] : words.choose, ...known } : words.yesOrNo;
        const bounds = {
          ...(control !== 'reference' && boundsOf(type.members[member], state.typed.get(base.name))),
          ...(holdsCatalogueText(control) && { lang }),
          // A row may stay empty.
          ...(!optional && prefix === '' && { required: true }),
        };
        const field = (
          <div data-control={control}>
            {control === 'choices' ? (
              <Checks {...base} options={Object.entries(known)} hint={hasHints && hint} short>
                {/* Sends a text even if nothing is ticked. */}
                <Hidden fields={{ [base.name]: '' }} />
                {base.children}
              </Checks>
            ) : control === 'choice' || control === 'yesOrNo' ? (
              <Select {...base} options={Object.entries(one)} />
            ) : (
              <Field {...base} hint={hasHints && hint} {...inputs[control]} {...bounds} {...names} autocomplete="off" optional={optional} />
            )}
          </div>
        );
        if (member !== 'image') return field;
        return (
          <MoreFields summary={moreHeading(words, label)} open={isUsed(state, base.name)}>
            {field}
          </MoreFields>
        );
      })}
    </>
  );
}

/** A heading made of the labels of fields. Their first letters become small, except in abbreviations. */
export function moreHeading({ further }: FormTexts, ...labels: string[]): string {
  const small = (label: string) => label.replace(/^\p{Lu}(?=\p{Ll})/u, (first) => first.toLowerCase());
  return `${further}: ${labels.map((label) => small(label.replaceAll(/[¿?]/g, ''))).join(', ')}`;
}

export function ReasonFields({ state, words }: Props) {
  const { reason, optional } = words;
  return (
    <fieldset class="reason">
      <legend>{reason.title}</legend>
      <div class="pair">
        <Field name="comment" {...reason.comment} state={state} optional={optional} autocomplete="off" />
        <MoreFields summary={moreHeading(words, reason.source.label)} open={isUsed(state, 'source')}>
          <Field name="source" {...reason.source} state={state} optional={optional} autocomplete="off" inputmode="url" />
        </MoreFields>
      </div>
    </fieldset>
  );
}

/** The names of the fields in the list of faults. */
export function labelsOf({ reason }: FormTexts, labels: Record<string, Label> = {}): Record<string, string> {
  const all = Object.entries({ ...labels, comment: reason.comment, source: reason.source });
  return Object.fromEntries(all.map(([name, { label }]) => [name, label]));
}
