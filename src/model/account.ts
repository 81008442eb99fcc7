import { z } from 'zod';
import { type Role, roles } from './actor.ts';
import { email } from './email.ts';
import { type Fault, message } from './fault.ts';
import { id } from './int64.ts';
import { pageQuery } from './page.ts';
import { statedPassword } from './password.ts';
import { showMembers } from './showMembers.ts';
import { boundedText, nameText, oneOf } from './text.ts';
import { time } from './time.ts';

/** The account in the answers of sign-up and login, called User in the API. */
export const accountSummary = z
  .strictObject({
    id: id.meta({ type: 'integer', format: 'int64', minimum: 1, example: 1 }),
    name: z.string().meta({ example: 'Charly' }),
    email: z.string().meta({ example: 'charly@example.org' }),
  })
  .meta({ id: 'User' });

export type AccountSummary = z.infer<typeof accountSummary>;

/** A stored account; times in ms since 1970. */
export type Account = AccountSummary & {
  /** The name shown beside the account's changes. If null, they show its number. */
  publicName: string | null;
  /** An argon2id PHC string, null for an account nobody can log in to. */
  passwordHash: string | null;
  role: Role;
  createdAt: number;
  verifiedAt: number | null;
  suspendedAt: number | null;
  /** A new address that is not confirmed yet. */
  pendingEmail: string | null;
};

const publicName = z.string().nullable().meta({ description: 'The name that stands beside its changes, for all to read; null for none' });

/** An account as its owner and administrators see it. */
export const accountShape = z
  .strictObject({
    id,
    name: z.string().meta({ example: 'Charly' }),
    public_name: publicName.meta({ example: null }),
    email: z.string().meta({ example: 'charly@example.org' }),
    role: z.enum(roles).meta({ example: 'member' }),
    verified: z.boolean().meta({ description: 'Whether the e-mail address is confirmed' }),
    suspended: z.boolean().meta({ description: 'Whether an administrator keeps it from being used' }),
    pending_email: z.string().nullable().meta({ description: 'A new address until it is confirmed', example: null }),
    created_at: time,
  })
  .meta({ id: 'Account' });

export function showAccount(account: Account): z.infer<typeof accountShape> {
  return showMembers(accountShape, { ...account, verified: account.verifiedAt !== null, suspended: account.suspendedAt !== null });
}

/** In characters. The name is shown within a line. */
export const maxPublicName = 60;

function publicNameFault(text: string): Fault | undefined {
  if (!/[^\s\p{Cf}]/u.test(text)) return ['blank'];
  return /[\p{Cc}\u2028\u2029]/u.test(text) ? ['controlCharacter'] : undefined;
}

export const ownAccountPatch = z
  .strictObject({
    name: nameText.optional(),
    public_name: boundedText(1, maxPublicName, publicNameFault)
      .meta({ pattern: '\\S' })
      .nullable()
      .optional()
      .meta({ description: 'The name that stands beside your changes, for all to read; null for none', example: 'Charly' }),
    email: email.optional(),
    current_password: statedPassword.optional(),
  })
  .superRefine(({ email, current_password }, context) => {
    if (email === undefined || current_password !== undefined) return;
    context.addIssue({ code: 'custom', path: ['current_password'], message: message('passwordForEmail') });
  })
  .meta({
    id: 'OwnAccountPatch',
    description: 'A JSON Merge Patch (RFC 7396): what is absent stays as it is.',
    example: { name: 'Charly' },
  });

export type OwnAccountPatch = z.infer<typeof ownAccountPatch>;

export const accountPatch = z
  .strictObject({
    role: oneOf(roles).optional(),
    suspended: z.boolean().optional(),
  })
  .meta({ id: 'AccountPatch', description: 'A JSON Merge Patch (RFC 7396): what is absent stays as it is.', example: { role: 'editor' } });

export const accountQuery = pageQuery.extend({
  search: boundedText(1, 200).optional().meta({ description: 'Text in the name or e-mail address, in small or capital letters' }),
});

export type AccountQuery = z.infer<typeof accountQuery>;
