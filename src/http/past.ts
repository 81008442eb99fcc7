import type { Asked } from '../operations/revision.ts';
import type { Read } from '../store/store.ts';
import type { Input, RouteServices } from './route.ts';

/** Reads aside what belongs to the past; where it is that of what was deleted, only for who may see that. */
export async function readPast<Q extends object, O>(
  { caller, demand }: Pick<Input<unknown, unknown, unknown>, 'caller' | 'demand'>,
  { store }: Pick<RouteServices, 'store'>,
  read: Read<Asked<Q>, O | undefined>,
  query: Q,
): Promise<O> {
  const open = await store.readSlow(read, { ...query, evenDeleted: false }, caller());
  if (open !== undefined) return open;
  await demand();
  return (await store.readSlow(read, { ...query, evenDeleted: true }, caller())) as O;
}
