import { system } from '../../src/model/actor.ts';
import { noContext } from '../../src/model/context.ts';
import { writes } from '../../src/operations/writes.ts';
import { type Job, runBatch } from '../../src/store/sqlite/batch.ts';
import type { Lag } from '../../src/store/sqlite/catchUp.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { generatedArtist } from '../catalogue/generate.ts';

const [file = '', group = '1', seconds = '1'] = process.argv.slice(2);
if (import.meta.main) console.log(await addArtists(file, Number(group), Number(seconds) * 1000));

/**
 * L2: adds artists with the statements and transactions of the service, but without HTTP or a second thread.
 *
 * @param group changes in a transaction
 * @returns changes a second
 */
async function addArtists(file: string, group: number, timeMs: number): Promise<number> {
  const connection = openConnection(file, 'write');
  // The measured store has the artists of seed 1.
  const inputs = Array.from({ length: 4_096 }, (_, n) => ({ record: generatedArtist(2, n).artist, requireId: false }));
  const addition = (id: number): Job => ({
    id,
    operation: 'createArtist',
    actor: system,
    input: inputs[id % inputs.length],
    context: noContext,
  });
  const start = performance.now();
  let added = 0;
  let lag: Lag | undefined;
  while (performance.now() - start < timeMs) {
    const jobs = Array.from({ length: group }, () => addition(added++));
    const done = await runBatch(connection, writes, jobs, lag);
    lag = done.lag;
    const refused = done.outcomes.find((outcome) => !('value' in outcome));
    if (refused) throw new Error(`the store refused an artist: ${JSON.stringify(refused)}`);
  }
  return (added / (performance.now() - start)) * 1000;
}
