import { invalidInput } from '../model/problem.ts';

/** An id in the body of a change may repeat the path's id, but not name another. @throws Problem `invalid-input` */
export function demandSameId(stated: bigint | undefined, id: bigint): void {
  if (stated === undefined || stated === id) return;
  throw invalidInput([{ pointer: '/id', detail: `must be absent, null, 0, or ${id} as in the path` }]);
}
