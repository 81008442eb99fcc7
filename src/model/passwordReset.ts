import { z } from 'zod';
import { email } from './email.ts';
import { linkToken } from './linkToken.ts';
import { newPassword } from './password.ts';

export const resetRequest = z.strictObject({ email }).meta({ id: 'PasswordResetRequest' });

/** @param minPasswordLength code points, a setting of the operator */
export function passwordReset(minPasswordLength: number) {
  return z.strictObject({ token: linkToken, password: newPassword(minPasswordLength) }).meta({ id: 'PasswordReset' });
}
