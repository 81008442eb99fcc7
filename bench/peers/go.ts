import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { output, start } from '../processes.ts';
import { folderOf } from './install.ts';
import { copyArtists } from './ordinary.ts';
import { type Peer, workOf } from './peer.ts';

const program = join(folderOf('go'), 'bin/catalogue');

export const go: Peer = {
  name: 'Go net/http + SQLite',
  note: 'log/slog on; count(*) for the total; one commit per POST, with synchronous = FULL',
  goal: { get: 1.1, list: 1, post: 4 },
  async install() {
    if (existsSync(program)) return;
    if (!Bun.which('go') || !Bun.which('cc')) throw new Error('Go or a C compiler is not installed');
    await output('any', ['go', 'build', '-o', program, '.'], { cwd: folderOf('go'), env: { CGO_ENABLED: '1' } });
  },
  async start(store, folder, port, core = 'served') {
    const file = join(folder, 'go.db');
    copyArtists(store.file, file);
    const started = start(core, [program, String(port), file]);
    await started.untilAnswers(`http://127.0.0.1:${port}/artists/1`);
    return workOf('/artists', [1, store.size], '/artists?limit=10');
  },
};
