import { z } from 'zod';
import { email, maxEmailLength } from './email.ts';
import { id } from './int64.ts';
import { linkToken } from './linkToken.ts';
import { passwordFault } from './password.ts';
import { boundedText, codePoints, nameText } from './text.ts';

export const user = z
  .strictObject({
    id: id.meta({ type: 'integer', format: 'int64', minimum: 1, example: 1 }),
    name: z.string().meta({ example: 'Charly' }),
    email: z.string().meta({ example: 'charly@example.org' }),
  })
  .meta({ id: 'User' });

export type User = z.infer<typeof user>;

export const maxPasswordLength = 256;

/** A password that is to be set. @param minLength code points, a setting of the operator */
export function newPassword(minLength: number) {
  return boundedText(minLength, maxPasswordLength).meta({ format: 'password', example: 'i-love-rock' });
}

/** A password that is held against the one that was set. */
export const statedPassword = boundedText(0, maxPasswordLength).meta({ format: 'password', example: 'i-love-rock' });

/** @param minPasswordLength code points, a setting of the operator */
export function newUser(minPasswordLength: number) {
  return z
    .strictObject({
      name: nameText.meta({ example: 'Charly' }),
      email,
      password: newPassword(minPasswordLength),
    })
    .superRefine(
      ({ email, password }, context) => {
        if (codePoints(password) > maxPasswordLength) return;
        const fault = passwordFault(password, email);
        if (fault) context.addIssue({ code: 'custom', path: ['password'], message: fault });
      },
      { when: hasBoth },
    )
    .meta({ id: 'NewUser' });
}

/** So that a password is judged whatever else is wrong. */
function hasBoth({ value }: { value: unknown }): boolean {
  const { email, password } = (value ?? {}) as Record<string, unknown>;
  return typeof email === 'string' && typeof password === 'string';
}

export const resetRequest = z.strictObject({ email }).meta({ id: 'PasswordResetRequest' });

/** @param minPasswordLength code points, a setting of the operator */
export function passwordReset(minPasswordLength: number) {
  return z.strictObject({ token: linkToken, password: newPassword(minPasswordLength) }).meta({ id: 'PasswordReset' });
}

export type NewUser = z.infer<ReturnType<typeof newUser>>;

export const loginRequest = z
  .strictObject({
    email: boundedText(0, maxEmailLength).meta({ example: 'charly@example.org' }),
    password: statedPassword,
  })
  .meta({ id: 'LoginRequest' });

export type LoginRequest = z.infer<typeof loginRequest>;

export const login = z
  .strictObject({
    user,
    token: z.string().meta({ description: 'A bearer token (JWT)', example: 'eyJhbGciOiJIUzI1NiIs…' }),
    api_key: z.string().meta({ description: 'An API key that lives as long as this login', example: 'rka_…' }),
    expires_at: z.string().meta({ format: 'date-time', description: 'When both end (RFC 3339, UTC)', example: '2026-01-02T03:04:05.678Z' }),
  })
  .meta({ id: 'Login' });

export const passwordChange = (minPasswordLength: number) =>
  z.strictObject({ current_password: statedPassword, password: newPassword(minPasswordLength) }).meta({ id: 'PasswordChange' });

export const passwordProof = z.strictObject({ password: statedPassword }).meta({ id: 'PasswordProof' });
