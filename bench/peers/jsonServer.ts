import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { start } from '../processes.ts';
import { folderOf, installFromNpm } from './install.ts';
import { type Peer, workOf } from './peer.ts';

export const jsonServer: Peer = {
  name: 'json-server',
  note: 'on one connection; writes the whole file and does not sync it',
  goal: { get: 1, list: 1, post: 1 },
  slowPost: true,
  install: () => installFromNpm('json-server'),
  async start(store, folder, port) {
    const file = join(folder, 'db.json');
    const artists = new Database(store.file, { readonly: true }).query('select id, name, description, image, band from artist').all();
    await Bun.write(file, JSON.stringify({ artists }));
    const program = join(folderOf('json-server'), 'node_modules/.bin/json-server');
    const started = start('served', [program, '--host', '127.0.0.1', '--port', String(port), file], { cwd: folder });
    await started.untilAnswers(`http://127.0.0.1:${port}/artists/1`);
    return workOf('/artists', [1, store.size], '/artists?_page=1&_limit=10');
  },
};
