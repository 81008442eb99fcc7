import type { Actor } from '../model/actor.ts';
import { setKeyUsed } from '../store/key.ts';
import { setSessionUsed } from '../store/session.ts';
import type { Transaction } from '../store/store.ts';

/** When credentials were last used, by the ids of logins or of lasting keys; ms since 1970. */
export type Uses = { kind: 'session' | 'key'; uses: [id: bigint, at: number][] };

/** In order of id, so that nodes that write at once do not deadlock. */
export async function noteUses(tx: Transaction, _actor: Actor, { kind, uses }: Uses): Promise<void> {
  const note = kind === 'session' ? setSessionUsed : setKeyUsed;
  for (const [id, at] of uses.toSorted(([a], [b]) => Number(a - b))) await note(tx, id, at);
}
