import { plugin } from 'bun';

// Rockola where no page is far, so that each is read on the main thread: what a control runs.
plugin({
  name: 'nothing aside',
  setup(build) {
    build.onLoad({ filter: /src\/model\/page\.ts$/ }, async ({ path }) => {
      const text = await Bun.file(path).text();
      const contents = text.replace('const near = 500n;', 'const near = 10n ** 18n;');
      if (contents === text) throw new Error('the control is the program itself');
      return { contents, loader: 'ts' };
    });
  },
});
await import('../../src/main.ts');
