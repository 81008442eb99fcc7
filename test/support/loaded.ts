/**
 * Preloaded into the program. At its end it prints the loaded packages, and the delay in ms of each timer that the main thread set for half
 * a second or more.
 */
const delays: number[] = [];
for (const name of ['setTimeout', 'setInterval'] as const) {
  const original = globalThis[name] as (...args: unknown[]) => unknown;
  globalThis[name] = ((work: unknown, delay = 0, ...more: unknown[]) => {
    if ((delay as number) >= 500) delays.push(delay as number);
    return original(work, delay, ...more);
  }) as never;
}

process.on('exit', () => {
  const names = Object.keys(require.cache).map((path) => path.split('node_modules/').at(-1)?.split('/')[0] ?? '');
  process.stderr.write(`TIMERS ${delays.sort((a, b) => a - b).join(' ')}\n`);
  process.stderr.write(`LOADED ${[...new Set(names)].join(' ')}\n`);
});
