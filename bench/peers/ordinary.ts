import { Database } from 'bun:sqlite';

/** Copies the artists of a store into a database with a single table. */
export function copyArtists(from: string, to: string): void {
  const database = new Database(to, { create: true });
  database.run(
    'create table artists (id integer primary key, name text not null, description text not null, image text not null, band text not null)',
  );
  database.run('attach ? as source', [from]);
  database.run('insert into artists select id, name, description, image, band from source.artist');
  database.run('pragma journal_mode = wal');
  database.close();
}
