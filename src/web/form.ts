import { z } from 'zod';
import type { WithHashing } from '../auth/password.ts';
import type { FormWrites } from '../http/formWrite.ts';
import type { FileForm } from '../http/multipart.ts';
import { type Part, validate } from '../http/validate.ts';
import type { Right } from '../model/actor.ts';
import { addFieldError, noFieldErrors } from '../model/fieldErrors.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import type { Faults } from './formFaults.ts';
import type { Member, Redirect, Shown, Visit } from './visit.ts';

export type State = { typed: URLSearchParams; faults: Faults };

export type Sent = FormWrites & {
  /** Line ends are "\n". A field that was sent twice is in the list twice. */
  fields: URLSearchParams;
  withHashing: WithHashing;
};

/** `headers`: such as a cookie. */
export type Answer = (Shown & { headers?: Record<string, string> }) | Redirect;

export type Spec<V extends Visit> = {
  /** Whether each sent form costs a password hash: then a flood is refused before the body is read. */
  hashes?: boolean;
  /**
   * The token in the form is its only credential, and the session cookie is not read. So a browser may send the form without
   * saying which site the form comes from.
   */
  tokenIsCredential?: boolean;
  maxBytes?: number;
  /** Renders the page, on GET and after a refusal, with every fault. */
  show(visit: V, state: State): Promise<Answer>;
  /** Answers a GET in place of `show`, if its query asks for a file. */
  download?(visit: V): Promise<Response | undefined>;
  /** Redirects after a success, or answers a page that is shown only once. Throws refusals. Absent if the page has no form to send. */
  onSubmit?(visit: V, sent: Sent): Promise<Answer>;
  /** In place of `onSubmit`, for a form with a file. */
  onUpload?(visit: V, sent: FileForm & FormWrites): Promise<Answer>;
};

/** `needs`: the right that the form requires; absent: everybody may use it. */
export type Form = Spec<Visit> & { needs?: Right };

/** Fields that are never written into a page, not even into the sign-in page that repeats a form. */
export const secretFields = ['password', 'current_password', 'repeat'];

export type SentForm = Form & Required<Pick<Form, 'onSubmit'>>;

export type MemberVisit = Visit & { member: Member };

/** A form that requires a right. If a session ends while someone is typing, they sign in again and their text is still there. */
export function memberForm(needs: Right, spec: Spec<MemberVisit>): Form {
  return { ...(spec as Spec<Visit>), needs };
}

/** Validates like a body of the API. @throws Problem `invalid-input` that names every fault by its field */
export function validated<T>(schema: z.ZodType<T>, typed: Record<string, unknown>): T {
  return validate([bodyOf(schema, typed)])[0] as T;
}

/** The hidden field with the id of the account that the page was made for. */
export const signedInField = 'signed-in';

/** A form that is sent with this field writes nothing: it is shown again with its values. */
export const lookField = 'look';

/** The name of the hidden field that keeps the original value of the field `name`. */
export const pageValueName = (name: string) => `${name}-was`;

/** The texts of some fields. A missing field counts as empty, and the schema refuses it. */
export function typedTexts<N extends string>(fields: URLSearchParams, ...names: N[]): Record<N, string> {
  return Object.fromEntries(names.map((name) => [name, fields.get(name) ?? ''])) as Record<N, string>;
}

/** The new value of a field; undefined if it was not changed, or not sent. */
export function changedIn(fields: URLSearchParams, name: string): string | undefined {
  const text = fields.get(name);
  return text === null || text === fields.get(pageValueName(name)) ? undefined : text;
}

/** Also requires that the password was typed twice. */
export function validatedWithRepeat<T>(schema: z.ZodType<T>, typed: Record<string, unknown>, fields: URLSearchParams): T {
  const repeat = bodyOf(z.unknown(), undefined);
  if (fields.get('password') !== fields.get('repeat')) addFieldError(repeat.errors, ['repeat'], 'notRepeated');
  return validate([bodyOf(schema, typed), repeat])[0] as T;
}

/** One of the values that a form offers. @throws Problem `invalid-input` for any other value, or none */
export function chosen<T extends string>(fields: URLSearchParams, name: string, offered: readonly T[]): T {
  const sent = fields.get(name);
  const found = offered.find((value) => value === sent);
  if (found !== undefined) return found;
  throw invalidInput(
    sent === null ? fieldError(`/${name}`, 'required') : fieldError(`/${name}`, 'oneOf', offered.filter(Boolean).join(', ')),
  );
}

function bodyOf(schema: z.ZodType, value: unknown): Part {
  return { schema, value, errors: noFieldErrors(), noun: 'member' };
}
