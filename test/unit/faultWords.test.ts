import { expect, test } from 'bun:test';
import { z } from 'zod';
import { contextHeaders } from '../../src/http/context.ts';
import { accountPatch, ownAccountPatch } from '../../src/model/account.ts';
import { album } from '../../src/model/album.ts';
import { artist } from '../../src/model/artist.ts';
import { detailOf, type Fault, faultIn, message } from '../../src/model/fault.ts';
import { newKey } from '../../src/model/key.ts';
import { loginRequest } from '../../src/model/login.ts';
import { passwordChange, passwordProof, passwordReset, resetRequest } from '../../src/model/password.ts';
import { type FieldError, fieldError } from '../../src/model/problem.ts';
import { signUpRequest } from '../../src/model/signUp.ts';
import { undoRequest } from '../../src/model/undo.ts';
import { newWebhook } from '../../src/model/webhook.ts';
import { validatedWithRepeat } from '../../src/web/form.ts';
import { faultWords } from '../../src/web/texts/faultWords.ts';
import { problemIn } from '../support/failure.ts';

const texts = [
  '',
  ' ',
  'x',
  'x'.repeat(30_000),
  'a\x07b',
  'password1',
  'rockola',
  'a@example.org',
  'http://u:p@x.example/',
  'javascript:x',
  '1e3',
  '99999',
  '2999-01-01T00:00:00Z',
];

/** The schemas of forms, each with the members that the form sends. */
const forms: [z.ZodType, string[]][] = [
  [signUpRequest(8), ['name', 'email', 'password']],
  [loginRequest, ['email', 'password']],
  [resetRequest, ['email']],
  [passwordReset(8), ['token', 'password']],
  [ownAccountPatch, ['name', 'email', 'current_password']],
  [ownAccountPatch, ['email']],
  [passwordChange(8), ['current_password', 'password']],
  [passwordProof, ['password']],
  [newWebhook, ['url']],
  [newKey, ['name', 'scopes', 'expires_at']],
  [accountPatch, ['role']],
  [undoRequest, ['since', 'until']],
  [undoRequest, ['since']],
  [artist.creation, artist.names],
  [album.creation, album.names],
  [z.strictObject({ comment: contextHeaders['Change-Comment'].schema }), ['comment']],
];

function errorsOf([schema, names]: [z.ZodType, string[]], text: string): FieldError[] {
  const typed = Object.fromEntries(names.map((name) => [name, name === 'scopes' ? (text ? [text] : []) : text]));
  const repeated = new URLSearchParams({ password: text, repeat: `${text}!` });
  return problemIn(() => validatedWithRepeat(schema, typed, repeated))?.facts.errors ?? [];
}

test('every error of a form has a code, with a text in every language', () => {
  const errors = forms.flatMap((form) => texts.flatMap((text) => errorsOf(form, text)));
  expect(new Set(errors.map(({ fault: [code] }) => code)).size).toBeGreaterThan(12);
  expect(errors.filter(({ fault: [code] }) => code === 'technical')).toEqual([]);
  for (const { fault, detail } of errors) expect(detail).toBe(detailOf(fault));
});

test('the text of an error is a sentence', () => {
  expect(faultWords.en.fault(fieldError('/name', 'tooShort', 0, 8))).toBe('It is required.');
  expect(faultWords.en.fault(fieldError('/year', 'between', 1900, 2027))).toBe('It must be between 1900 and 2027.');
  expect(faultWords.es.fault(fieldError('/year', 'between', 1900, 2027))).toBe('Tiene que estar entre 1900 y 2027.');
});

test('a fault is read back from its message; any other text becomes a technical fault', () => {
  const faults: Fault[] = [['required'], ['tooLong', 201, 200], ['oneOf', '["a", b]'], ['technical', '[x']];
  for (const fault of faults) expect(faultIn(message(...fault))).toEqual(fault);
  expect(faultIn('Invalid input')).toEqual(['technical', 'Invalid input']);
});

test('a stored error with an unknown code, or without one, is shown with its detail', () => {
  const stored = { pointer: '/name', detail: 'must rhyme' };
  for (const error of [stored, { ...stored, fault: ['unheardOf', 3] }] as FieldError[])
    for (const words of Object.values(faultWords)) expect(words.fault(error)).toBe('It must rhyme.');
});
