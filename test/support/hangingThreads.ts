import { serve } from '../../src/service/serve.ts';
import { threads } from './threads.ts';

/** The service with threads that hang or cannot start. */
await serve({ ...threads, http: new URL('./hangingHttp.ts', import.meta.url) });
