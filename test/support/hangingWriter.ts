import { writes } from '../../src/operations/writes.ts';
import { serveWrites } from '../../src/store/sqlite/writer.ts';

/** The writer thread of a program that hangs in the middle of a change with the comment "hang". */
const { createArtist } = writes;
serveWrites({
  ...writes,
  createArtist: {
    ...createArtist,
    run: (tx, actor, input) => {
      while (tx.context.comment === 'hang') Bun.sleepSync(60_000);
      return createArtist.run(tx, actor, input);
    },
  },
});
