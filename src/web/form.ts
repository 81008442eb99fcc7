import { z } from 'zod';
import type { WithHashing } from '../auth/password.ts';
import type { FormWrites } from '../http/formWrite.ts';
import { type Part, validate } from '../http/validate.ts';
import type { Right } from '../model/actor.ts';
import { addFieldError, noFieldErrors } from '../model/fieldErrors.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import type { Faults } from './formFaults.ts';
import type { Member, Moved, Shown, Visit } from './visit.ts';

/** A form as it is shown: with what was typed, and what is wrong with it. */
export type State = { typed: URLSearchParams; faults: Faults };

/** A form as it was sent. */
export type Sent = FormWrites & {
  /** Line ends are "\n"; what is typed twice is there twice. */
  fields: URLSearchParams;
  withHashing: WithHashing;
};

/** `headers` for the cookie that goes along. */
export type Answer = (Shown & { headers?: Record<string, string> }) | Moved;

export type Spec<V extends Visit> = {
  /** Whether sending it always hashes a password: then a flood of them is turned away unread. */
  hashes?: boolean;
  /**
   * The token in the form is its whole credential: nobody counts as signed in, so no cookie stands behind it, and a browser that
   * does not say where the form comes from may send it.
   */
  byToken?: boolean;
  /** Bytes that it may have. */
  most?: number;
  /** The page, on GET and after a refusal; it shows all of `faults`. */
  show(visit: V, state: State): Promise<Answer>;
  /** What the form does: another page on success, a page of its own where that says something once. Refusals are thrown. A page without it has nothing to send. */
  send?(visit: V, sent: Sent): Promise<Answer>;
};

/** A page with a form. `needs`: the right it takes; without one it is for everybody. */
export type Form = Spec<Visit> & { needs?: Right };

/** Fields that are not kept where somebody has to sign in again. */
export const secretFields = ['password', 'current_password', 'repeat'];

/** A form that can be sent. */
export type SentForm = Form & Required<Pick<Form, 'send'>>;

/** A visit of who is signed in. */
export type MemberVisit = Visit & { member: Member };

/** A form for who is signed in and has a right; others are asked to sign in, and lose nothing they typed. */
export function memberForm(needs: Right, spec: Spec<MemberVisit>): Form {
  return { ...(spec as Spec<Visit>), needs };
}

/** Judges what was typed as a body of the API would be. @throws Problem `invalid-input` that names every fault by its field */
export function judged<T>(schema: z.ZodType<T>, typed: Record<string, unknown>): T {
  return validate([bodyOf(schema, typed)])[0] as T;
}

/** The hidden field that says whose page a form was on. */
export const signedInField = 'signed-in';

/** The field of a form that is only to be shown, with what it holds: nothing is sent yet. */
export const lookField = 'look';

/** The hidden field that says what a field showed when its page was made. */
export const wasOf = (name: string) => `${name}-was`;

/** What somebody changed in a field; undefined where they left it, or the form lacks it. */
export function changedIn(fields: URLSearchParams, name: string): string | undefined {
  const text = fields.get(name);
  return text === null || text === fields.get(wasOf(name)) ? undefined : text;
}

/** The same, where a new password must have been typed twice. */
export function judgedWithRepeat<T>(schema: z.ZodType<T>, typed: Record<string, unknown>, fields: URLSearchParams): T {
  const repeat = bodyOf(z.unknown(), undefined);
  if (fields.get('password') !== fields.get('repeat')) addFieldError(repeat.errors, ['repeat'], 'notRepeated');
  return validate([bodyOf(schema, typed), repeat])[0] as T;
}

/** What was chosen of what a form offers. @throws Problem `invalid-input` where it was something else, or nothing */
export function chosen<T extends string>(fields: URLSearchParams, name: string, offered: readonly T[]): T {
  const given = fields.get(name);
  const found = offered.find((one) => one === given);
  if (found !== undefined) return found;
  throw invalidInput(
    given === null ? fieldError(`/${name}`, 'required') : fieldError(`/${name}`, 'oneOf', offered.filter(Boolean).join(', ')),
  );
}

function bodyOf(schema: z.ZodType, value: unknown): Part {
  return { schema, value, errors: noFieldErrors(), names: 'member' };
}
