import type { Reader, Transaction } from './store.ts';

/** @returns false if the store has reached it before */
export async function reachMilestone(tx: Transaction, name: string): Promise<boolean> {
  const row = await tx.get(`insert into milestone (name, at) values ($1, $2) on conflict (name) do nothing returning name`, name, tx.now);
  return row !== undefined;
}

export async function isReached(reader: Reader, name: string): Promise<boolean> {
  return (await reader.get('select 1 as reached from milestone where name = $1', name)) !== undefined;
}
