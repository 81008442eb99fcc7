import { Command, InvalidArgumentError } from 'commander';
import { type Scope, scopes } from '../model/actor.ts';
import type { ApiKey } from '../model/key.ts';
import { hashSecret, makeApiKey } from '../model/secret.ts';
import { writes } from '../operations/writes.ts';
import { listKeys } from '../store/key.ts';
import { accountAt } from './accountAt.ts';
import { type Column, listCommand } from './listing.ts';
import { lookUp, withAdvice } from './notThere.ts';
import type { OperatorWrite } from './stores.ts';
import { printErr, printOut } from './terminal.ts';
import { toId, upTo } from './toId.ts';

const dayMs = 86_400_000;

const columns: Record<string, Column<ApiKey>> = {
  id: { heading: 'ID', value: ({ id }) => id },
  account: { heading: 'ACCOUNT', value: ({ accountId }) => accountId },
  state: { heading: 'STATE', value: state },
  name: { heading: 'NAME', value: ({ name }) => name },
  scopes: { heading: 'SCOPES', value: ({ scopes }) => scopes, shown: ({ scopes }) => scopes.join(' ') },
};

export function keyCommand(write: OperatorWrite): Command {
  const command = new Command('key').description('List, make and revoke lasting API keys.');

  command.addCommand(listCommand('List all lasting keys; the keys themselves are not stored.', listKeys, columns));

  command
    .command('add')
    .description('Make a key for an account and show it, once.')
    .argument('<email>', 'e-mail address of the account')
    .option('--name <name>', 'what the key is for', 'made by the operator')
    .option('--scopes <list>', `what it may do, separated by commas, of: ${scopes.join(', ')}`, toScopes, [...scopes])
    .option('--days <days>', 'days until it expires (default: never)', upTo(3650n))
    .action(async (email: string, { name, scopes, days }: { name: string; scopes: Scope[]; days?: bigint }) => {
      const { id: accountId } = await accountAt(email);
      const key = makeApiKey();
      const expiresAt = days === undefined ? null : Date.now() + Number(days) * dayMs;
      const id = await write(writes.createKeyFor, { accountId, name, hash: hashSecret(key), scopes, expiresAt });
      printErr(`Key ${id} for ${email}, shown only now. Send it as X-API-Key:`);
      printOut(key);
    });

  command
    .command('revoke')
    .description('End a key at once.')
    .argument('<id>', 'its number in "key list"', toId)
    .action(async (id: bigint) => {
      const made = await withAdvice(lookUp.key, write(writes.revokeKey, id));
      printOut(`Key ${id} is revoked${made.length > 0 ? `, and what was made with it: ${made.join(', ')}` : ''}.`);
    });

  return command;
}

function state({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt === null) return 'lasting';
  return `${expiresAt > Date.now() ? 'until' : 'expired'} ${new Date(expiresAt).toISOString().slice(0, 10)}`;
}

function toScopes(text: string): Scope[] {
  const chosen = text.split(',').map((scope) => scope.trim());
  const unknown = chosen.filter((scope) => !scopes.includes(scope as Scope));
  if (unknown.length > 0) throw new InvalidArgumentError(`There is no scope ${unknown.join(', ')}; there are ${scopes.join(', ')}.`);
  return chosen as Scope[];
}
