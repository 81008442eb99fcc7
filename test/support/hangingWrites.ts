import { serve } from '../../src/service/serve.ts';
import { threads } from './threads.ts';

/** The service with a writer thread that hangs. */
await serve({ ...threads, writer: new URL('./hangingWriter.ts', import.meta.url) });
