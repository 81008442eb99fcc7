import { join } from 'node:path';
import { freePort } from '../../test/support/postgres/server.ts';
import { scratchFolder } from '../catalogue/stores.ts';
import type { Workload } from '../load/workload.ts';
import { start } from '../processes.ts';
import type { KeptAnswer } from './memory.ts';
import { configure, hasNginx } from './nginx.ts';

export type Limit = { url: string };

const samples = 200;
/** Headers that each server writes itself. */
const ownHeaders = ['date', 'content-length', 'connection', 'keep-alive', 'transfer-encoding'];

/** Records answers of a running service to a workload, for the limit servers to repeat. */
export async function keepAnswers(url: string, { path, headers, ids: [first, last] }: Workload): Promise<KeptAnswer[]> {
  const step = Math.max(1, Math.floor((last - first + 1) / samples));
  const answers: KeptAnswer[] = [];
  for (let id = first; id <= last && answers.length < samples; id += step) {
    const answer = await fetch(url + path.replaceAll('{id}', String(id)), { headers });
    const kept = [...answer.headers].filter(([name]) => !ownHeaders.includes(name));
    answers.push({ status: answer.status, headers: Object.fromEntries(kept), body: await answer.text() });
  }
  return answers;
}

/** L1, the same runtime answering from memory. */
export function startMemory(answers: KeptAnswer[]): Promise<Limit> {
  const program = new URL('./memory.ts', import.meta.url).pathname;
  return startLimit(async (folder, port) => {
    await Bun.write(join(folder, 'answers.json'), JSON.stringify(answers));
    return [process.execPath, program, String(port), join(folder, 'answers.json')];
  });
}

/** L4: nginx repeating the answer of median length; undefined if it is not installed. */
export async function startNginx(answers: KeptAnswer[]): Promise<Limit | undefined> {
  const usual = answers.toSorted((a, b) => a.body.length - b.body.length)[Math.floor(answers.length / 2)];
  if (!hasNginx || !usual) return undefined;
  return startLimit((folder, port) => configure(folder, port, usual));
}

async function startLimit(prepare: (folder: string, port: number) => Promise<string[]>): Promise<Limit> {
  const folder = scratchFolder();
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = start('served', await prepare(folder, port));
  await started.untilAnswers(`${url}/`);
  return { url };
}
