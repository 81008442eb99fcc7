import { appendFileSync } from 'node:fs';
import { reads } from '../../src/operations/reads.ts';
import { serveReads } from '../../src/store/sqlite/reader.ts';
import { faultyReads } from './faultyReads.ts';

declare const self: Worker;

serveReads({ ...reads, ...faultyReads });
const serve = self.onmessage as (event: MessageEvent) => Promise<void>;
let before = Promise.resolve();

/** Takes six seconds to open a store, and never opens `never.db`. Notes each start in the file `.starts` beside the store. */
self.onmessage = (event) => {
  before = before.then(async () => {
    const { open } = event.data ?? {};
    if (open) {
      appendFileSync(`${open}.starts`, 'x');
      await Bun.sleep(open.endsWith('never.db') ? 3_600_000 : 6_000);
    }
    await serve(event);
  });
};
