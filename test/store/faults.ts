import type { Actor } from '../../src/model/actor.ts';
import { Problem } from '../../src/model/problem.ts';
import { createArtist } from '../../src/operations/artists.ts';
import type { Transaction } from '../../src/store/store.ts';

/** Operations that go wrong after they have written, for the store's tests. */
const artist = (name: string, description = '') => ({ id: undefined, name, description, image: '', band: '' });

export async function refuse(tx: Transaction, actor: Actor, name: string): Promise<void> {
  await createArtist(tx, actor, { artist: artist(name), insist: false });
  throw new Problem('precondition-failed', 'refused after writing');
}

export async function throwError(tx: Transaction, actor: Actor, name: string): Promise<void> {
  await createArtist(tx, actor, { artist: artist(name), insist: false });
  throw new TypeError('a defect after writing');
}

export async function dieInThread(_tx: Transaction, _actor: Actor, _input: null): Promise<void> {
  setTimeout(() => {
    throw new Error('the thread dies');
  });
  await new Promise(() => {});
}

/** Writes one artist of about 20 KB. */
export async function fill(tx: Transaction, actor: Actor, name: string): Promise<void> {
  await createArtist(tx, actor, { artist: artist(name, 'x'.repeat(20_000)), insist: false });
}
