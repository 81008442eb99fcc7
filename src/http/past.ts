import type { Asked } from '../operations/revision.ts';
import type { Read } from '../store/store.ts';
import type { Input, RouteServices } from './route.ts';

/** Reads old versions, as a slow read. Old versions of deleted records require a right. */
export async function readPast<Q extends object, O>(
  { caller, require }: Pick<Input<unknown, unknown, unknown>, 'caller' | 'require'>,
  { store }: Pick<RouteServices, 'store'>,
  read: Read<Asked<Q>, O | undefined>,
  query: Q,
): Promise<O> {
  const found = await store.readSlow(read, { ...query, evenDeleted: false }, caller());
  if (found !== undefined) return found;
  await require();
  return (await store.readSlow(read, { ...query, evenDeleted: true }, caller())) as O;
}
