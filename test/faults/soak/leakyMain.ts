import { openSync } from 'node:fs';

/** Rockola with a leak: it keeps one answer in so many, and opens a file a second that it never closes. */
const every = Number(process.env.LEAK_EVERY);
const kept: unknown[] = [];
let answers = 0;
globalThis.Response = new Proxy(Response, {
  construct(target, parts: ConstructorParameters<typeof Response>) {
    if (++answers % every === 0) kept.push(parts[0]);
    return new target(...parts);
  },
});
setInterval(() => openSync('/dev/null', 'r'), 1000);
await import('./probedMain.ts');
