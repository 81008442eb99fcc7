import { alter } from './altered.ts';

// Rockola where no page is far, so that each is read on the main thread: what a control runs.
alter([{ file: 'model/page.ts', text: 'const near = 500n;', instead: 'const near = 10n ** 18n;' }]);
await import('../../src/main.ts');
