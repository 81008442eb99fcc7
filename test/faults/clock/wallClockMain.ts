/** Rockola with the calendar clock in place of the monotonic one. */
performance.now = () => Date.now();
await import('../../../src/main.ts');

export {};
