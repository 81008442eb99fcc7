import type { AllThreads } from '../../src/service/serve.ts';

/** The unchanged threads of the program. */
export const threads: AllThreads = {
  writer: new URL('../../src/writer.ts', import.meta.url),
  reader: new URL('../../src/reader.ts', import.meta.url),
  http: new URL('../../src/httpWorkerEntry.ts', import.meta.url),
};
