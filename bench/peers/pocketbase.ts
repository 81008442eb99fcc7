import { Database } from 'bun:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { output, start } from '../processes.ts';
import { folderOf } from './install.ts';
import { type Peer, workOf } from './peer.ts';

const program = join(folderOf('pocketbase'), 'bin/pocketbase');
const operator = { identity: 'operator@example.org', password: crypto.randomUUID() };
/** Its ids have 15 characters; these are numbers of 15 digits. */
const firstId = 100_000_000_000_001;

export const pocketbase: Peer = {
  name: 'PocketBase',
  note: 'anyone may add; synchronous = FULL',
  goal: { get: 6, list: 6, post: 8 },
  async install() {
    if (existsSync(program)) return;
    if (!Bun.which('go')) throw new Error('Go is not installed');
    await output('any', ['go', 'build', '-o', program, '.'], { cwd: folderOf('pocketbase') });
  },
  async start(store, folder, port, core = 'served') {
    const data = join(folder, 'pocketbase');
    const command = [program, '--dir', data];
    await output('any', [...command, 'superuser', 'upsert', operator.identity, operator.password]);
    const url = `http://127.0.0.1:${port}`;
    const serving = async () => {
      const started = start(core, [...command, 'serve', '--http', `127.0.0.1:${port}`]);
      await started.untilAnswers(`${url}/api/health`);
      return started;
    };
    const preparing = await serving();
    await makeCollection(url);
    await preparing.stop();
    copyArtists(store.file, join(data, 'data.db'));
    await serving();
    const path = '/api/collections/artists/records';
    return workOf(path, [firstId, firstId + store.size - 1], `${path}?perPage=10`);
  },
};

async function makeCollection(url: string): Promise<void> {
  const { token } = await ask(`${url}/api/collections/_superusers/auth-with-password`, operator, {});
  const fields = ['name', 'description', 'image', 'band'].map((name) => ({ name, type: 'text', required: name === 'name' }));
  const rules = { listRule: '', viewRule: '', createRule: '' };
  await ask(`${url}/api/collections`, { name: 'artists', type: 'base', fields, ...rules }, { Authorization: String(token) });
}

async function ask(url: string, body: object, headers: Record<string, string>): Promise<Record<string, unknown>> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`PocketBase answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Record<string, unknown>;
}

function copyArtists(from: string, to: string): void {
  const database = new Database(to);
  database.run('attach ? as source', [from]);
  database.run(
    'insert into artists (id, name, description, image, band) select cast(id + ? as text), name, description, image, band from source.artist',
    [firstId - 1],
  );
  database.close();
}
