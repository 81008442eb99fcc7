import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { start } from '../processes.ts';
import { folderOf, installFromNpm } from './install.ts';
import { type Peer, workOf } from './peer.ts';

export const express: Peer = {
  name: 'Express + better-sqlite3',
  note: 'the usual way: count(*) for the total, a commit each with synchronous = FULL',
  install: () => installFromNpm('express'),
  async start(store, folder, port) {
    const file = join(folder, 'express.db');
    copyArtists(store.file, file);
    const started = start('served', ['node', join(folderOf('express'), 'server.js'), String(port), file], {
      env: { NODE_ENV: 'production' },
    });
    await started.answers(`http://127.0.0.1:${port}/artists/1`);
    return { work: workOf('/artists', [1, store.size], '/artists?limit=10'), stop: started.stop };
  },
};

function copyArtists(from: string, to: string): void {
  const database = new Database(to, { create: true });
  database.run(
    'create table artists (id integer primary key, name text not null, description text not null, image text not null, band text not null)',
  );
  database.run('attach ? as source', [from]);
  database.run('insert into artists select id, name, description, image, band from source.artist');
  database.close();
}
