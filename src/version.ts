import manifest from '../package.json' with { type: 'json' };

export const version: string = manifest.version;

/** Whether this is the executable of `npm run package`, which carries its source inside. */
const packaged = import.meta.url.includes('/$bunfs/');

/** How people call the program, to be followed by a command's name. */
export const program: string = packaged ? 'rockola' : 'npm run rockola --';

/** How people start the service. */
export const startCommand: string = packaged ? 'rockola serve' : 'npm start';
