import { readFileSync } from 'node:fs';
import { type BunPlugin, plugin } from 'bun';
import type { Alteration } from './alterations.ts';

const root = new URL('../../src/', import.meta.url).pathname;

/** Has files of the main thread loaded with another text: what a control runs. To be called before they are imported. @throws where a text is not there */
export function alter(alterations: Alteration[]): void {
  plugin(altering(alterations));
}

/** The same for a bundle. @throws as it is set up, where a text is not there */
export function altering(alterations: Alteration[]): BunPlugin {
  return {
    name: 'altered',
    setup(build) {
      for (const { file, text, instead } of alterations) {
        const original = readFileSync(root + file, 'utf8');
        if (!original.includes(text)) throw new Error(`src/${file} has no such text: ${text}`);
        const contents = original.replace(text, () => instead);
        build.onLoad({ filter: new RegExp(`/src/${RegExp.escape(file)}$`) }, () => ({ contents, loader: 'ts' }));
      }
    },
  };
}
