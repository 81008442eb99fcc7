import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'bun';
import { engine } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { releases } from './kept.ts';

/** Keeps the store of a release for all later tests, with one of everything: `bun test/releases/keep.ts 0.1.0`, once on each engine. */
const version = process.argv[2] ?? '';
if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error('Name the version, such as 0.1.0.');
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' }, { fresh: true });
const person = await rockola.person();
const { json: artist } = await rockola.call('POST', '/api/v1/artists', { token: person.token, body: { name: 'Manal' } });
await rockola.call('POST', `/api/v1/artists/${artist.id}/albums`, { token: person.token, body: { name: 'Manal', year: 1970 } });
await rockola.call('PATCH', `/api/v1/artists/${artist.id}`, { token: person.token, body: { description: 'Trío de Buenos Aires.' } });
await rockola.end();
mkdirSync(join(releases, version), { recursive: true });
writeFileSync(join(releases, version, `${engine}.gz`), gzipSync(await content(), { level: 9 }));
await rockola.stop();

async function content(): Promise<Uint8Array<ArrayBuffer>> {
  const file = join(rockola.folder, 'backup.db');
  if (engine === 'sqlite') {
    const { code, err } = await rockola.cli(['backup', file]);
    if (code !== 0) throw new Error(err);
    return new Uint8Array(readFileSync(file));
  }
  const dump = Bun.spawnSync(['pg_dump', '--no-owner', '--inserts', rockola.env.DATABASE_URL as string]);
  if (dump.exitCode !== 0) throw new Error(dump.stderr.toString());
  // Lines that begin with a backslash are commands of psql.
  return new TextEncoder().encode(dump.stdout.toString().replace(/^\\.*$/gm, ''));
}
