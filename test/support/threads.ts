import type { Threads } from '../../src/store/sqlite/engine.ts';

/** The threads of the program as it is. */
export const threads: Threads = {
  writer: new URL('../../src/writer.ts', import.meta.url),
  reader: new URL('../../src/reader.ts', import.meta.url),
};
