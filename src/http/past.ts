import { Problem } from '../model/problem.ts';
import type { PastQuery } from '../operations/revision.ts';
import type { Read } from '../store/store.ts';
import type { Input, RouteServices } from './route.ts';

/** Reads old versions, as a slow read. With the right `mayNeed` of the route, also versions of deleted records and hidden values. */
export async function readPast<Q extends object, O>(
  { caller, checkRight }: Pick<Input<unknown, unknown, unknown>, 'caller' | 'checkRight'>,
  { store }: Pick<RouteServices, 'store'>,
  read: Read<PastQuery<Q>, O | undefined>,
  query: Q,
  hasHidden: (found: O) => boolean = () => false,
): Promise<O> {
  const found = await store.readSlow(read, { ...query, evenDeleted: false }, caller());
  if (found !== undefined && !hasHidden(found)) return found;
  try {
    await checkRight();
  } catch (error) {
    if (found === undefined || !(error instanceof Problem)) throw error;
    return found;
  }
  return (await store.readSlow(read, { ...query, evenDeleted: true }, caller())) as O;
}
