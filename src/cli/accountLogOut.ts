import { Command } from 'commander';
import { StartRefused } from '../model/startRefused.ts';
import type { LoggedOut } from '../operations/access.ts';
import { writes } from '../operations/writes.ts';
import { accountAt } from './accountAt.ts';
import { counted } from './counted.ts';
import type { OperatorWrite } from './stores.ts';
import { printOut } from './terminal.ts';

/** Also secures a store that was restored by other means than `rockola restore`: the logins of the copy are still valid. */
export function logOutCommand(write: OperatorWrite): Command {
  return new Command('log-out')
    .description(
      'End the logins of an account and the links that were sent to it. With --all, end those of all accounts, and all jobs. Lasting keys stay valid.',
    )
    .argument('[email]', 'e-mail address of the account')
    .option('--all', 'all accounts, such as after the store was restored from a copy')
    .action(async (email: string | undefined, { all }: { all?: true }) => {
      if ((email === undefined) === !all)
        throw new StartRefused('Name one account by its e-mail address, or all: rockola account log-out --all');
      const ended =
        email === undefined ? await logOutAll(write) : { ...(await write(writes.logOut, (await accountAt(email)).id)), jobs: 0 };
      printOut(`${counted(ended.logins, 'login')} and ${counted(ended.links, 'link')} have ended.`);
      if (ended.jobs > 0) printOut(`${counted(ended.jobs, 'job')} under way or waiting: ended. Their owners can start them again.`);
    });
}

async function logOutAll(write: OperatorWrite): Promise<LoggedOut & { jobs: number }> {
  const total = { logins: 0, links: 0, jobs: 0 };
  for (let after: bigint | null = 0n; after !== null; ) {
    const { logins, links, jobs, next }: LoggedOut & { jobs: number; next: bigint | null } = await write(writes.logOutPart, after);
    total.logins += logins;
    total.links += links;
    total.jobs += jobs;
    after = next;
  }
  return total;
}
