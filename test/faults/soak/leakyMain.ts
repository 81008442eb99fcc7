import { openSync } from 'node:fs';

/** Rockola with a leak: 24 MiB of memory and four open files a second. */
const kept: Uint8Array[] = [];
setInterval(() => {
  kept.push(new Uint8Array(6 * 1024 * 1024).fill(kept.length));
  openSync('/dev/null', 'r');
}, 250);
await import('../../../src/main.ts');
