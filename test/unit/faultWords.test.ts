import { expect, test } from 'bun:test';
import type { z } from 'zod';
import { ownAccountPatch } from '../../src/model/account.ts';
import { newKey } from '../../src/model/key.ts';
import { passwordChange } from '../../src/model/password.ts';
import { Problem } from '../../src/model/problem.ts';
import { signUpRequest } from '../../src/model/signUp.ts';
import { faultWords } from '../../src/web/faultWords.ts';
import { judgedWithRepeat } from '../../src/web/form.ts';

/** What the schemas of forms say of fields that are wrong in every way that a form can send. */
const texts = [
  '',
  ' ',
  'x',
  'x'.repeat(30_000),
  'password1',
  'rockola',
  'a@example.org',
  'http://u:p@x.example/',
  'javascript:x',
  '1e3',
  '99999',
];
const schemas: z.ZodType[] = [signUpRequest(8), ownAccountPatch, passwordChange(8), newKey];

function detailsOf(schema: z.ZodType, text: string): string[] {
  const names = 'shape' in schema ? Object.keys(schema.shape as object) : [];
  const typed = Object.fromEntries(names.map((name) => [name, name === 'scopes' ? (text ? [text] : []) : text]));
  try {
    judgedWithRepeat(schema, typed, new URLSearchParams({ password: text, repeat: `${text}!` }));
    return [];
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return (error.facts.errors ?? []).map(({ detail }) => detail);
  }
}

test('whatever is wrong with a form is said in Spanish too', () => {
  const details = new Set(schemas.flatMap((schema) => texts.flatMap((text) => detailsOf(schema, text))));
  expect(details.size).toBeGreaterThan(12);
  const english = [...details].filter((detail) => /\b(?:is|must|has|the|be|at least|choose)\b/.test(faultWords.es.detail(detail)));
  expect(english).toEqual([]);
});

test('and in English as sentences', () => {
  expect(faultWords.en.detail('is 0 characters long; at least 8 are needed')).toBe('It is required.');
  expect(faultWords.en.detail('must be between 1900 and 2027')).toBe('It must be between 1900 and 2027.');
});
