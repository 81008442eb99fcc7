import { checkStore } from '../../src/cli/check.ts';
import { readDatabaseAddress } from '../../src/config/values.ts';
import type { Rockola } from './harness.ts';

/** The damage that `rockola check` finds in the store of a service. */
export async function damageByCheck({ env }: Pick<Rockola, 'env'>): Promise<string[]> {
  return (await checkStore(readDatabaseAddress(env.DATABASE_URL ?? ''), () => {})).damage;
}
