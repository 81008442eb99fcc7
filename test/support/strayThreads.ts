import { serve } from '../../src/service/serve.ts';
import { threads } from './threads.ts';

/** The service with a thread that ends by itself. */
await serve({ ...threads, http: new URL('./strayHttp.ts', import.meta.url) });
