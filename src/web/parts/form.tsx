/** @jsxImportSource #jsx */

import { formWithFile } from '../../http/multipart.ts';
import type { Child } from '../../jsx.ts';
import { changedIn, pageValueName, type State, signedInField } from '../form.ts';
import type { Holder } from '../formFaults.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';

export type FormProps = {
  visit: Visit;
  action: string;
  state: State;
  button: string;
  once?: boolean | undefined;
  withFile?: boolean;
  labels?: Record<string, string> | undefined;
  /** Links next to the button. */
  others?: Child;
  children: Child;
};

/**
 * A form with its faults above its fields. `novalidate`: browsers accept fewer e-mail addresses than we do, and report one fault at a time
 * in their own words.
 *
 * @param action the path of its page
 * @param once whether a form that arrives twice writes once: for writes of the catalogue, and for forms that show a secret
 * @param labels the names of the fields in the list of faults
 */
export function PageForm({ visit, action, state, button, once = false, withFile = false, labels = {}, others, children }: FormProps) {
  return (
    <form method="post" action={visit.prefix + action} enctype={withFile ? formWithFile : undefined} novalidate>
      <Summary visit={visit} state={state} labels={labels} />
      <SignedIn visit={visit} />
      {once && <input type="hidden" name="once" value={state.typed.get('once') || crypto.randomUUID()} />}
      {children}
      <p class="send">
        <button type="submit">{button}</button>
        {others}
      </p>
    </form>
  );
}

/** Hidden fields with these values. Undefined ones are left out. */
export const Hidden = ({ fields }: { fields: Record<string, string | undefined> }) =>
  Object.entries(fields).map(([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />);

/** Another person may sign in with the same browser before the form is sent. */
export function SignedIn({ visit: { member } }: { visit: Visit }) {
  return member ? <input type="hidden" name={signedInField} value={`${member.account.id}`} /> : null;
}

/** Enter in a field presses the first button of a form. This one sends the form, where "More rows" would be the first. */
export function EnterButton() {
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: the Tab key skips it
  return <button type="submit" class="unseen" tabindex={-1} aria-hidden="true" />;
}

type SummaryProps = { visit: Visit; state: State; labels: Record<string, string> };

/** All faults, with a link to each field, so that none is off the screen. */
export function Summary({ visit, state: { faults }, labels }: SummaryProps) {
  const { general, fields, holder } = faults;
  if (general.length + fields.size === 0) return null;
  return (
    <div class="faults" role="alert">
      {fields.size > 0 && (
        <p>
          <strong>{memberTexts[visit.language].form.refused}</strong>
        </p>
      )}
      <ul>
        {general.map((message) => (
          <li>{message}</li>
        ))}
        {holder && <HolderLinks visit={visit} holder={holder} />}
        {[...fields].map(([name, message]) => (
          <li>
            <a href={`#${name}`}>{Object.hasOwn(labels, name) ? labels[name] : name}</a>: {message}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Links open another tab, so that no text is lost. */
function HolderLinks({ visit: { prefix, language, catalogueLang }, holder: { name, page, form } }: { visit: Visit; holder: Holder }) {
  const words = memberTexts[language].form;
  return (
    <li>
      <a href={prefix + page} target="_blank" rel="noopener">
        <bdi lang={catalogueLang}>{name || words.holder}</bdi>
      </a>
      {' · '}
      <a href={prefix + form} target="_blank" rel="noopener">
        {words.correctThere}
      </a>
    </li>
  );
}

export type FieldProps = {
  name: string;
  label: string;
  state: State;
  hint?: Child;
  /** The value at first. */
  value?: string | undefined;
  type?: 'text' | 'email' | 'password' | 'url' | 'number' | 'date' | 'datetime-local' | 'search' | 'file';
  required?: boolean;
  min?: number | undefined;
  max?: number | undefined;
  autocomplete?: string;
  inputmode?: 'numeric' | 'email' | 'url';
  /** In UTF-16 units. Twice the real limit, which is in code points: a browser would cut the text off silently. */
  maxlength?: number | undefined;
  /** Makes it a text of several lines. */
  rows?: number;
  lang?: string | undefined;
  autofocus?: boolean;
  /** The note of an optional field. */
  optional?: string | undefined;
  /** Rendered between the field and its fault. */
  children?: Child;
};

/** After a refusal a field has the typed text again, except passwords. */
export function Field({
  name,
  label,
  state,
  hint,
  value = '',
  rows,
  type = 'text',
  autofocus = false,
  optional,
  children,
  ...more
}: FieldProps) {
  const { typed, faults } = state;
  const fault = faults.fields.get(name);
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ');
  const hasFirstFault = [...faults.fields.keys()][0] === name;
  const attributes = {
    id: name,
    name,
    dir: 'auto' as const,
    ...more,
    ...(described && { 'aria-describedby': described }),
    ...(fault && { 'aria-invalid': 'true' as const }),
    ...((hasFirstFault || (autofocus && faults.fields.size === 0)) && { autofocus: true }),
  };
  const shown = type === 'password' ? '' : (changedIn(typed, name) ?? value);
  return (
    <div class="field">
      <label for={name}>
        {label} {optional && <small>{optional}</small>}
      </label>
      {rows ? (
        <textarea {...attributes} rows={rows}>
          {`\n${shown}`}
        </textarea>
      ) : (
        <input {...attributes} type={type} {...(shown !== '' && { value: shown })} />
      )}
      {hint && (
        <p class="note" id={`${name}-hint`}>
          {hint}
        </p>
      )}
      {children}
      <Fault name={name} state={state} />
    </div>
  );
}

type PageValueProps = { visit: Visit; state: State; name: string; now: string; shown?: string };

/**
 * Keeps the value that a field had when its page was made. If another person has changed it since, also shows the current value.
 *
 * @param shown `now` as people read it
 */
export function PageValueField({ visit, state: { typed }, name, now, shown = now }: PageValueProps) {
  const clashes = changedIn(typed, name) !== undefined && typed.get(pageValueName(name)) !== now;
  return (
    <>
      <input type="hidden" name={pageValueName(name)} value={now} />
      {clashes && (
        <p class="note">
          {memberTexts[visit.language].form.now}: <bdi>{shown}</bdi>
        </p>
      )}
    </>
  );
}

type MoreFieldsProps = { summary: string; open: boolean; children: Child };

/** Fields that few people fill in. */
export function MoreFields({ summary, open, children }: MoreFieldsProps) {
  return (
    <details class="further" open={open}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}

/** Whether a field has a text or a fault, so that it must be visible. */
export const isUsed = ({ typed, faults }: State, name: string) => typed.getAll(name).some(Boolean) || faults.fields.has(name);

export function Fault({ name, state }: { name: string; state: State }) {
  const fault = state.faults.fields.get(name);
  return fault ? (
    <p class="fault" id={`${name}-fault`}>
      {fault}
    </p>
  ) : null;
}
