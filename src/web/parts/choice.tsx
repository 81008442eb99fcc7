/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import { changedIn, type State } from '../form.ts';
import { Fault } from './form.tsx';

export type Option = [value: string, shown: string];

/** `short`: several options fit on a line. `children`: shown between the options and their fault. */
type ChecksProps = {
  name: string;
  label: string;
  state: State;
  options: [value: string, shown: Child][];
  short?: boolean;
  hint?: Child;
  children?: Child;
};

/** Checkboxes: any number may be ticked. */
export function Checks({ name, label, state, options, short = false, hint, children }: ChecksProps) {
  const ticked = state.typed.getAll(name);
  return (
    <fieldset class="field" id={name} {...(state.faults.fields.has(name) && { 'aria-describedby': `${name}-fault` })}>
      <legend>{label}</legend>
      {hint && <p class="note">{hint}</p>}
      <div class={short ? 'words' : undefined}>
        {options.map(([value, shown]) => (
          <label class="check">
            <input type="checkbox" name={name} value={value} checked={ticked.includes(value)} /> {shown}
          </label>
        ))}
      </div>
      {children}
      <Fault name={name} state={state} />
    </fieldset>
  );
}

type SelectProps = {
  name: string;
  label: string;
  state: State;
  /** The option that is selected at first. */
  value?: string;
  options: Option[];
  /** Shown between the choice and its fault. */
  children?: Child;
};

export function Select({ name, label, state, value: first = '', options, children }: SelectProps) {
  const chosen = changedIn(state.typed, name) ?? first;
  const fault = state.faults.fields.has(name) && { 'aria-describedby': `${name}-fault`, 'aria-invalid': 'true' as const };
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name} {...fault}>
        <Options options={options} chosen={chosen} />
      </select>
      {children}
      <Fault name={name} state={state} />
    </div>
  );
}

export const Options = ({ options, chosen }: { options: Option[]; chosen: string | undefined }) =>
  options.map(([value, shown]) => (
    <option value={value} selected={value === chosen}>
      {shown}
    </option>
  ));
