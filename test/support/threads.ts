import type { AllThreads } from '../../src/serve.ts';

/** The threads of the program as it is. */
export const threads: AllThreads = {
  writer: new URL('../../src/writer.ts', import.meta.url),
  reader: new URL('../../src/reader.ts', import.meta.url),
  http: new URL('../../src/httpEntry.ts', import.meta.url),
};
