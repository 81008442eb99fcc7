/** Preloaded into the program: at its end it says which packages were loaded. */
process.on('exit', () => {
  const names = Object.keys(require.cache).map((path) => path.split('node_modules/').at(-1)?.split('/')[0] ?? '');
  process.stderr.write(`LOADED ${[...new Set(names)].join(' ')}\n`);
});
