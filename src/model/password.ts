import { z } from 'zod';
import commonPasswords from './commonPasswords.txt' with { type: 'text' };
import { email, normalEmail } from './email.ts';
import type { Fault } from './fault.ts';
import { linkToken } from './linkToken.ts';
import { boundedText, foldCase } from './text.ts';

export const maxPasswordLength = 256;

/** @param minLength code points, a setting of the operator */
export function newPassword(minLength: number) {
  return boundedText(minLength, maxPasswordLength).meta({ format: 'password', example: 'i-love-rock' });
}

/** A password that is compared with the stored one. */
export const statedPassword = boundedText(0, maxPasswordLength).meta({ format: 'password', example: 'i-love-rock' });

export const passwordChange = (minPasswordLength: number) =>
  z.strictObject({ current_password: statedPassword, password: newPassword(minPasswordLength) }).meta({ id: 'PasswordChange' });

export type PasswordChange = z.infer<ReturnType<typeof passwordChange>>;

export const passwordProof = z.strictObject({ password: statedPassword }).meta({ id: 'PasswordProof' });

export const resetRequest = z.strictObject({ email }).meta({ id: 'PasswordResetRequest' });

/** @param minPasswordLength code points, a setting of the operator */
export function passwordReset(minPasswordLength: number) {
  return z.strictObject({ token: linkToken, password: newPassword(minPasswordLength) }).meta({ id: 'PasswordReset' });
}

/**
 * Refuses passwords that attackers try first (NIST SP 800-63B-4 §3.1.1.2).
 *
 * @param password of a validated length, since folding a long one is slow
 * @param email the account's address, in any spelling
 */
export function passwordFault(password: string, email: string): Fault | undefined {
  const folded = foldCase(password);
  const address = normalEmail(email);
  if (normalEmail(password) === address || folded === address.slice(0, address.lastIndexOf('@'))) return ['passwordIsEmail'];
  if (/^rockola\d*$/.test(folded)) return ['passwordIsService'];
  if (common().has(folded)) return ['commonPassword'];
  return undefined;
}

let known: Set<string> | undefined;

/** Read on first use: the list is long. Lines that begin with "# " name its source. */
function common(): Set<string> {
  known ??= new Set(commonPasswords.split('\n').filter((line) => line !== '' && !line.startsWith('# ')));
  return known;
}
