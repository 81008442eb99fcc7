import manifest from '../package.json' with { type: 'json' };

/** Put in by `npm run package`: see `scripts/package/build.ts`. */
declare const BUILD: { version: string; commit: string } | undefined;

/** `commit` is that of an executable. */
export const { version, commit } = typeof BUILD === 'undefined' ? { version: manifest.version, commit: 'source' } : BUILD;

/** Whether this is the executable of `npm run package`, which carries its source inside. */
const packaged = import.meta.url.includes('/$bunfs/');

/** How people call the program, to be followed by a command's name. */
export const program: string = packaged ? 'rockola' : 'npm run rockola --';

/** How people start the service. */
export const startCommand: string = packaged ? 'rockola serve' : 'npm start';
