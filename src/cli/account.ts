import { Argument, Command, Option } from 'commander';
import { hashPassword } from '../auth/password.ts';
import { readConfig } from '../config/config.ts';
import { validate } from '../http/validate.ts';
import type { Account } from '../model/account.ts';
import type { AccountEvent } from '../model/accountEvent.ts';
import { type Role, roles } from '../model/actor.ts';
import { noFieldErrors } from '../model/fieldErrors.ts';
import { maxInt64 } from '../model/int64.ts';
import { Problem } from '../model/problem.ts';
import { signUpRequest } from '../model/signUp.ts';
import { writes } from '../operations/writes.ts';
import { listAccounts } from '../store/account.ts';
import { listAccountEvents } from '../store/accountEvent.ts';
import type { Reader } from '../store/store.ts';
import { accountAt, accountIdOf } from './accountAt.ts';
import { adminLinkCommand, resetLinkCommand, verifyCommand } from './accountLinks.ts';
import { logOutCommand } from './accountLogOut.ts';
import { type Column, jsonOption, listCommand, sayListing } from './listing.ts';
import { readSecret } from './readSecret.ts';
import { type OperatorWrite, readStore } from './stores.ts';
import { printOut } from './terminal.ts';

const accountColumns: Record<string, Column<Account>> = {
  id: { heading: 'ID', value: ({ id }) => id },
  state: { heading: 'STATE', value: state },
  role: { heading: 'ROLE', value: ({ role }) => role },
  email: { heading: 'E-MAIL', value: ({ email }) => email },
  name: { heading: 'NAME', value: ({ name }) => name },
};

const eventColumns: Record<string, Column<AccountEvent>> = {
  time: { heading: 'TIME', value: ({ at }) => new Date(at).toISOString() },
  event: { heading: 'EVENT', value: ({ action }) => action },
  by: { heading: 'BY', value: ({ actor }) => actor, shown: ({ actor }) => (actor === null ? 'the service' : `account ${actor}`) },
  subject: { heading: 'LOGIN OR KEY', value: ({ subject }) => subject },
};

export function accountCommand(write: OperatorWrite): Command {
  return new Command('account')
    .alias('user')
    .description('List, add, change and remove accounts.')
    .addCommand(listCommand('List all accounts.', listAllAccounts, accountColumns))
    .addCommand(addCommand(write))
    .addCommand(roleCommand(write))
    .addCommand(stateCommand(write, true, 'suspend', 'Suspend an account: its logins and keys are refused until it is reinstated.'))
    .addCommand(
      stateCommand(write, false, 'reinstate', 'Let a suspended account be used again, with its keys and the logins that have not expired.'),
    )
    .addCommand(removeCommand(write))
    .addCommand(logOutCommand(write))
    .addCommand(eventsCommand())
    .addCommand(resetLinkCommand(write))
    .addCommand(adminLinkCommand(write))
    .addCommand(verifyCommand(write));
}

const listAllAccounts = (reader: Reader) => listAccounts(reader, { limit: maxInt64, offset: 0n });

function state({ suspendedAt, verifiedAt }: Account): string {
  if (suspendedAt !== null) return 'suspended';
  return verifiedAt === null ? 'unconfirmed' : 'confirmed';
}

function addCommand(write: OperatorWrite): Command {
  return new Command('add')
    .description('Add an account; the password is asked for, or read from standard input. Its address needs no confirmation.')
    .argument('<name>', 'name of the person')
    .argument('<email>', 'e-mail address, by which they log in')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('member'))
    .action(async (name: string, email: string, { role }: { role: Role }) => {
      const { minPasswordLength } = readConfig(process.env);
      const input = { name, email, password: await readSecret('Password: ') };
      validate([{ schema: signUpRequest(minPasswordLength), value: input, errors: noFieldErrors(), noun: 'member' }]);
      const passwordHash = await hashPassword(input.password);
      const account = await write(writes.signUp, { name, email, passwordHash, role, verified: true });
      printOut(`Account ${account.id} (${account.email}) has the role ${role}.`);
    });
}

const rightsOf: Record<Role, string> = { reader: 'reads', member: 'adds and updates', editor: 'deletes too', admin: 'manages accounts' };

function roleCommand(write: OperatorWrite): Command {
  return new Command('role')
    .description('Give an account another role.')
    .argument('<email>', 'e-mail address of the account')
    .addArgument(new Argument('<role>', roles.map((role) => `${role} ${rightsOf[role]}`).join('; ')).choices(roles))
    .action(async (email: string, role: Role) => {
      const account = await write(writes.patchAccount, { id: (await accountAt(email)).id, role });
      printOut(`${account.email} is now ${role}, from the next request on.`);
    });
}

function stateCommand(write: OperatorWrite, suspended: boolean, name: string, description: string): Command {
  return new Command(name)
    .description(description)
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string) => {
      const account = await write(writes.patchAccount, { id: (await accountAt(email)).id, suspended });
      printOut(`${account.email} ${suspended ? 'is suspended from the next request on.' : 'can be used again.'}`);
    });
}

function removeCommand(write: OperatorWrite): Command {
  return new Command('remove')
    .description('Remove an account with its logins and keys, permanently. What it added to the catalogue stays.')
    .argument('<email>', 'e-mail address of the account')
    .action(async (email: string) => {
      const { id } = await accountAt(email);
      await write(writes.removeAccount, { id });
      printOut(`Account ${id} is removed, its logins and keys with it. Its events are kept for a year: rockola account events ${id}`);
    });
}

function eventsCommand(): Command {
  return new Command('events')
    .description('List what happened to an account: logins, keys, changes of password, role and state.')
    .argument('<email-or-id>', 'e-mail address of the account, or its number, which works after its removal too')
    .option(...jsonOption)
    .action(async (emailOrId: string, { json }: { json?: boolean }) => {
      const id = await accountIdOf(emailOrId);
      const events = await readStore(listAccountEvents, id);
      if (events.length === 0)
        throw new Problem(
          'not-found',
          `There are no events of an account ${id} in the last year. "rockola account list" shows the numbers.`,
        );
      sayListing(events, eventColumns, json);
    });
}
