import { Command } from 'commander';
import { type Config, readConfig } from '../config/config.ts';
import { firstAdminLink, hashLinkToken, linkTo, makeLinkToken } from '../model/linkToken.ts';
import { StartRefused } from '../model/startRefused.ts';
import { writes } from '../operations/writes.ts';
import { askServer } from '../operator/client.ts';
import type { OperatorWrite } from './stores.ts';
import { printErr, printOut } from './terminal.ts';

/** For a service without mail. */
export function resetLinkCommand(write: OperatorWrite): Command {
  return new Command('reset-link')
    .description('Make a link for someone to choose a new password; it works once, for 30 minutes.')
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string) => {
      const publicUrl = await publicUrlOf(readConfig(process.env));
      const token = makeLinkToken();
      const address = await write(writes.createResetLink, { email, tokenHash: hashLinkToken(token) });
      printErr(`A link for ${address} to choose a new password, valid once, for 30 minutes:`);
      printOut(linkTo(publicUrl, 'reset', token));
    });
}

/** Makes a new link of the kind that the first start prints. */
export function adminLinkCommand(write: OperatorWrite): Command {
  return new Command('admin-link')
    .description('Make a link for a new administrator to choose name and password; it works once, for 24 hours.')
    .action(async () => {
      const publicUrl = await publicUrlOf(readConfig(process.env));
      const token = makeLinkToken();
      await write(writes.createAdminLink, hashLinkToken(token));
      printErr('A link to become an administrator, valid once, for 24 hours:');
      printOut(firstAdminLink(publicUrl, token));
    });
}

/** Asks the running server first, which may have other settings. @throws StartRefused if the address is not known */
export async function publicUrlOf({ database, publicUrl }: Config): Promise<string> {
  const server = database.engine === 'sqlite' ? await askServer(database.path) : undefined;
  const known = server?.publicUrl ?? publicUrl;
  if (known) return known;
  throw new StartRefused(
    'The address of the service is not known: no server uses this store now. Set ROCKOLA_PUBLIC_URL as the server has it, or start the server.',
  );
}

export function verifyCommand(write: OperatorWrite): Command {
  return new Command('verify')
    .description("Confirm an account's e-mail address without mail; its earlier logins, keys and links end.")
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string) => {
      const address = await write(writes.confirmAddress, email);
      printOut(
        `The address of ${address} is confirmed. The first confirmation ends earlier logins, keys and links: others may have made them.`,
      );
    });
}
