import { join } from 'node:path';
import { start } from '../processes.ts';
import { startService } from '../service.ts';
import { folderOf, installFromNpm } from './install.ts';
import { type Peer, workOf } from './peer.ts';

const path = '/api/v1/artists';

export const prism: Peer = {
  name: 'Prism mock',
  note: 'answers the examples of our OpenAPI document and keeps nothing',
  goal: { get: 1, list: 1, post: 1 },
  install: () => installFromNpm('prism'),
  async start(store, folder, port) {
    const file = join(folder, 'openapi.json');
    await Bun.write(file, await ownDocument(join(folder, 'empty.db')));
    const program = join(folderOf('prism'), 'node_modules/.bin/prism');
    const started = start('served', [program, 'mock', '--host', '127.0.0.1', '--port', String(port), file]);
    await started.untilAnswers(`http://127.0.0.1:${port}${path}/1`);
    return workOf(path, [1, store.size], `${path}?limit=10`, { 'X-API-Key': store.key });
  },
};

async function ownDocument(file: string): Promise<string> {
  const { url, stop } = await startService({ database: `sqlite:${file}` });
  const document = await (await fetch(`${url}/openapi.json`)).text();
  await stop();
  return document;
}
