/** Rockola with the calendar where it has a clock that only goes forward. */
performance.now = () => Date.now();
await import('../../../src/main.ts');

export {};
