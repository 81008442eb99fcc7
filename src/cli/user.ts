import { Argument, Command, Option } from 'commander';
import { readConfig } from '../config.ts';
import { createPasswords } from '../http/passwords.ts';
import { validate } from '../http/validate.ts';
import { type Role, roles } from '../model/actor.ts';
import { Problem } from '../model/problem.ts';
import { newUser } from '../model/user.ts';
import { listAccounts, setRole, signUp } from '../operations/accounts.ts';
import type { Changer } from './changer.ts';
import { readSecret } from './readSecret.ts';
import { readStore } from './stores.ts';
import { table } from './table.ts';

/** `rockola user …`: the accounts of the people who tend the catalogue. */
export function userCommand(change: Changer): Command {
  const command = new Command('user').description('List, add and change accounts.');

  command
    .command('list')
    .description('List all accounts.')
    .action(async () => {
      const accounts = await readStore(readConfig(process.env), listAccounts, null);
      console.log(
        table(
          ['ID', 'ROLE', 'E-MAIL', 'NAME'],
          accounts.map(({ id, role, email, name }) => [String(id), role, email, name]),
        ),
      );
    });

  command
    .command('add')
    .description('Add an account; the password is asked for, or read from standard input.')
    .argument('<name>', 'name of the person')
    .argument('<email>', 'e-mail address, by which they log in')
    .addOption(new Option('--role <role>', 'what they may do').choices(roles).default('member'))
    .action(async (name: string, email: string, { role }: { role: Role }) => {
      const { minPasswordLength } = readConfig(process.env);
      const input = { name, email, password: await readSecret('Password: ') };
      demandValid(input, minPasswordLength);
      const passwordHash = await createPasswords(1, 1).hash(input.password);
      const user = await change(signUp, { name, email, passwordHash, role });
      console.log(`Account ${user.id} (${user.email}) has the role ${role}.`);
    });

  command
    .command('role')
    .description('Give an account another role.')
    .argument('<email>', 'e-mail address of the account')
    .addArgument(new Argument('<role>', 'reader reads; member adds and updates; editor deletes too; admin manages accounts').choices(roles))
    .action(async (email: string, role: Role) => {
      const user = await change(setRole, { email, role });
      console.log(`${user.email} is now ${role}. It counts from the next request.`);
    });

  return command;
}

/** @throws Problem whose message names every fault, for a terminal has no list of errors */
function demandValid(input: object, minPasswordLength: number): void {
  try {
    validate([{ schema: newUser(minPasswordLength), value: input, faults: [], names: 'member' }]);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem(error.code, (error.errors ?? []).map(({ pointer, detail }) => `The ${pointer.slice(1)} ${detail}.`).join('\n'));
  }
}
