import { readFileSync } from 'node:fs';
import { type BunPlugin, plugin } from 'bun';
import type { Alteration } from './alterations.ts';

const root = new URL('../../src/', import.meta.url).pathname;

/** Alters files of `src/` that this thread imports later. @throws if a file lacks the text to replace */
export function alterImports(alterations: Alteration[]): void {
  plugin(alterationPlugin(alterations));
}

/** Alters files of `src/` in a bundle. Its setup throws if a file lacks the text to replace. */
export function alterationPlugin(alterations: Alteration[]): BunPlugin {
  return {
    name: 'altered',
    setup(build) {
      for (const [file, replacements] of Map.groupBy(alterations, ({ file }) => file)) {
        let contents = readFileSync(root + file, 'utf8');
        for (const { text, instead } of replacements) {
          if (!contents.includes(text)) throw new Error(`src/${file} has no such text: ${text}`);
          contents = contents.replace(text, () => instead);
        }
        build.onLoad({ filter: new RegExp(`/src/${RegExp.escape(file)}$`) }, () => ({ contents, loader: 'ts' }));
      }
    },
  };
}
