import { join } from 'node:path';
import { start } from '../processes.ts';
import { folderOf, installFromNpm } from './install.ts';
import { copyArtists } from './ordinary.ts';
import { type Peer, workOf } from './peer.ts';

/** A peer that runs on Node over one table of artists. */
export function overNode(folder: string, traits: Pick<Peer, 'name' | 'note' | 'goal'>): Peer {
  return {
    ...traits,
    install: () => installFromNpm(folder),
    async start(store, scratch, port) {
      const file = join(scratch, `${folder}.db`);
      copyArtists(store.file, file);
      const started = start('served', ['node', join(folderOf(folder), 'server.js'), String(port), file], {
        env: { NODE_ENV: 'production' },
      });
      await started.untilAnswers(`http://127.0.0.1:${port}/artists/1`);
      return workOf('/artists', [1, store.size], '/artists?limit=10');
    },
  };
}
