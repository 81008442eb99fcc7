import { z } from '@hono/zod-openapi';
import { id } from './int64.ts';
import { linkToken } from './linkToken.ts';
import { passwordFault } from './password.ts';
import { boundedText, codePoints, nameText } from './text.ts';

export const user = z
  .strictObject({
    id: id.openapi({ type: 'integer', format: 'int64', minimum: 1, example: 1 }),
    name: z.string().openapi({ example: 'Charly' }),
    email: z.string().openapi({ example: 'charly@example.org' }),
  })
  .openapi('User');

export type User = z.infer<typeof user>;

const maxEmailLength = 254;

/**
 * A syntactically valid address. What is judged is the normal form, so that a fullwidth `＠` or a letter that NFKC folds
 * cannot pass as one address and be stored as another.
 */
export const email = z
  .string()
  .refine((value) => codePoints(value) <= maxEmailLength, `is longer than ${maxEmailLength} characters`)
  .refine((value) => isAddress(asciiDomain(normalEmail(value))), 'must be an e-mail address such as name@example.org')
  .openapi({ type: 'string', format: 'email', maxLength: maxEmailLength, example: 'charly@example.org' });

/** The HTML standard's pattern, which takes all that RFC 5321 lets stand before the @, and a domain with a dot. */
function isAddress(text: string): boolean {
  return z.regexes.html5Email.test(text) && /@[^@]+\.[^@]+$/.test(text) && !/^\.|\.\.|\.@/.test(text);
}

/** What makes two spellings one address: trimmed, NFKC, lower case. */
export function normalEmail(text: string): string {
  return foldCase(text.trim());
}

/** Letters as they are compared where capitals and spellings of one letter do not matter. */
export function foldCase(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}

/** An address as mail is sent to it: capitals before the @ may matter there (RFC 5321 §2.4), so only the rest is made normal. */
export function deliverable(email: string): string {
  return email.trim().normalize('NFKC');
}

/** Internationalised domains are valid addresses (RFC 6531); their ASCII form is what the syntax is checked on. */
function asciiDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1);
  const url = `http://${host}`;
  const local = address.slice(0, at).replace(/[^\p{ASCII}]/gu, 'x');
  if (at < 1 || !/^[\p{L}\p{N}\p{M}.-]+$/u.test(host) || !URL.canParse(url)) return '';
  return `${local}@${new URL(url).hostname}`;
}

export const maxPasswordLength = 256;

/** A password that is to be set. @param minLength code points, a setting of the operator */
export function newPassword(minLength: number) {
  return boundedText(minLength, maxPasswordLength).openapi({ format: 'password', example: 'i-love-rock' });
}

/** A password that is held against the one that was set. */
export const statedPassword = boundedText(0, maxPasswordLength).openapi({ format: 'password', example: 'i-love-rock' });

/** @param minPasswordLength code points, a setting of the operator */
export function newUser(minPasswordLength: number) {
  return z
    .strictObject({
      name: nameText.openapi({ example: 'Charly' }),
      email,
      password: newPassword(minPasswordLength),
    })
    .superRefine(
      ({ email, password }, context) => {
        const fault = passwordFault(password, email);
        if (fault) context.addIssue({ code: 'custom', path: ['password'], message: fault });
      },
      { when: hasBoth },
    )
    .openapi('NewUser');
}

/** So that a password is judged whatever else is wrong. */
function hasBoth({ value }: { value: unknown }): boolean {
  const { email, password } = (value ?? {}) as Record<string, unknown>;
  return typeof email === 'string' && typeof password === 'string';
}

export const resetRequest = z.strictObject({ email }).openapi('PasswordResetRequest');

/** @param minPasswordLength code points, a setting of the operator */
export function passwordReset(minPasswordLength: number) {
  return z.strictObject({ token: linkToken, password: newPassword(minPasswordLength) }).openapi('PasswordReset');
}

export type NewUser = z.infer<ReturnType<typeof newUser>>;

export const loginRequest = z
  .strictObject({
    email: boundedText(0, maxEmailLength).openapi({ example: 'charly@example.org' }),
    password: statedPassword,
  })
  .openapi('LoginRequest');

export const login = z
  .strictObject({
    user,
    token: z.string().openapi({ description: 'A bearer token (JWT)', example: 'eyJhbGciOiJIUzI1NiIs…' }),
    api_key: z.string().openapi({ description: 'An API key that lives as long as this login', example: 'rka_…' }),
    expires_at: z
      .string()
      .openapi({ format: 'date-time', description: 'When both end (RFC 3339, UTC)', example: '2026-01-02T03:04:05.678Z' }),
  })
  .openapi('Login');

export const passwordChange = (minPasswordLength: number) =>
  z.strictObject({ current_password: statedPassword, password: newPassword(minPasswordLength) }).openapi('PasswordChange');

export const passwordProof = z.strictObject({ password: statedPassword }).openapi('PasswordProof');
