import manifest from '../package.json' with { type: 'json' };

/** Set by `npm run package`: see `scripts/package/build.ts`. */
declare const BUILD: { version: string; commit: string } | undefined;

/** `commit`: the one that an executable was built from. */
export const { version, commit } = typeof BUILD === 'undefined' ? { version: manifest.version, commit: 'source' } : BUILD;

/** Whether this is the executable of `npm run package`, which contains its source. */
const packaged = import.meta.url.includes('/$bunfs/');

/** The words that start the program, before a command's name. */
export const program: string = packaged ? 'rockola' : 'npm run rockola --';

/** The words that start the service. */
export const startCommand: string = packaged ? 'rockola serve' : 'npm start';
