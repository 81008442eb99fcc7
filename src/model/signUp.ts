import { z } from 'zod';
import { email } from './email.ts';
import { message } from './fault.ts';
import { maxPasswordLength, newPassword, passwordFault } from './password.ts';
import { codePoints, nameText } from './text.ts';

/** @param minPasswordLength code points, a setting of the operator */
export function signUpRequest(minPasswordLength: number) {
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
        if (fault) context.addIssue({ code: 'custom', path: ['password'], message: message(...fault) });
      },
      { when: hasBoth },
    )
    .meta({ id: 'NewUser' });
}

export type SignUpRequest = z.infer<ReturnType<typeof signUpRequest>>;

/** The password is checked even where other members are wrong. */
function hasBoth({ value }: { value: unknown }): boolean {
  const { email, password } = (value ?? {}) as Record<string, unknown>;
  return typeof email === 'string' && typeof password === 'string';
}
