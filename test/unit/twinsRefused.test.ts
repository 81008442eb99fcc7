import { expect, test } from 'bun:test';
import { unavailable } from '../../src/model/problem.ts';
import { reads } from '../../src/operations/reads.ts';
import { findTwins } from '../../src/operations/search/twins.ts';
import type { Store } from '../../src/store/store.ts';
import { newArtist } from '../support/newArtist.ts';

test('an artist that is added is not refused because nobody can look for its twins', async () => {
  const refuse = () => Promise.reject(unavailable('The database is busy; nothing was changed.'));
  const store = { read: refuse, readSlow: refuse } as unknown as Store;
  const added = { id: 1n, ...newArtist({ name: 'Almendra' }) };
  for (let n = 0; n < 2; n++)
    expect(await findTwins(store, reads.findDuplicates, added, () => ({ account: null, network: '' }) as never)).toEqual([]);
});
