import { serve } from '../../src/service/serve.ts';
import { threads } from './threads.ts';

/** The service, with an error that no request causes. */
await serve(threads);
setTimeout(() => {
  throw new Error('a stray throw');
}, 100);
setTimeout(() => void Promise.reject(new Error('a stray rejection')), 200);
