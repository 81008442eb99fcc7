import { readFileSync } from 'node:fs';
import { type BunPlugin, plugin } from 'bun';
import type { Alteration } from './alterations.ts';

const root = new URL('../../src/', import.meta.url).pathname;

/** Loads files of the main thread with changed text, for a control. Call it before they are imported. @throws where a text is missing */
export function alter(alterations: Alteration[]): void {
  plugin(altering(alterations));
}

/** The same for a bundle. @throws at its setup, where a text is missing */
export function altering(alterations: Alteration[]): BunPlugin {
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
