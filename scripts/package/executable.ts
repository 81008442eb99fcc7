import { chmodSync, mkdirSync } from 'node:fs';
import type { BunPlugin } from 'bun';
import type { Build } from './build.ts';
import { fetchNative } from './native.ts';

/** A platform: our name for it, the runtime's, Debian's, and the npm package with the native code that hashes passwords. */
export type Target = { name: string; runtime: Bun.Build.CompileTarget; debian: string | undefined; native: string };

const known: Target[] = [
  { name: 'linux-x64', runtime: 'bun-linux-x64', debian: 'amd64', native: 'argon2-linux-x64-gnu' },
  { name: 'linux-arm64', runtime: 'bun-linux-arm64', debian: 'arm64', native: 'argon2-linux-arm64-gnu' },
  { name: 'darwin-arm64', runtime: 'bun-darwin-arm64', debian: undefined, native: 'argon2-darwin-arm64' },
];

/** The targets with these names; without names, the target of this machine. */
export function targets(names: string[]): Target[] {
  const wanted = names.length > 0 ? names : [`${process.platform}-${process.arch}`];
  return wanted.map((name) => {
    const target = known.find((candidate) => candidate.name === name);
    if (target) return target;
    throw new Error(`No executable can be made for ${name}, but for ${known.map(({ name }) => name).join(', ')}.`);
  });
}

/** The program and the entry files of its threads, which find each other by these names. */
export const entries = ['src/main.ts', 'src/writer.ts', 'src/reader.ts', 'src/httpWorkerEntry.ts', 'src/process/lineThread.ts'];

/** Makes one file with the runtime, the program and its pages. At run time it reads nothing in its working folder but the store. */
export async function makeExecutable({ name, runtime, native }: Target, folder: string, { version, commit }: Build): Promise<void> {
  fetchNative(native);
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}/rockola`;
  await Bun.build({
    entrypoints: entries,
    // In the executable, all entries must be in the same folder.
    naming: { entry: '[name].[ext]' },
    // Configuration in the working folder could name code, which would run with the rights of whoever runs the executable.
    compile: {
      target: runtime,
      outfile,
      autoloadBunfig: false,
      autoloadDotenv: false,
      autoloadTsconfig: false,
      autoloadPackageJson: false,
    },
    define: { BUILD: JSON.stringify({ version, commit }) },
    minify: { syntax: true, whitespace: true },
    plugins: name.startsWith('linux') ? [carriedNative(native)] : [],
  });
  chmodSync(outfile, 0o755);
}

/** Replaces the package that looks for its native code on the disk by the code itself. */
function carriedNative(native: string): BunPlugin {
  const code = `${process.cwd()}/node_modules/@node-rs/${native}/${native.replace('argon2-', 'argon2.')}.node`;
  const contents = `
    import code from '${code}' with { type: 'file' };
    import { loadNativeCode } from '${new URL('nativeCode.ts', import.meta.url).pathname}';
    export const { hash, verify } = loadNativeCode(code);`;
  return {
    name: 'carried native code',
    setup: (build) => void build.onLoad({ filter: /@node-rs\/argon2\/index\.js$/ }, () => ({ contents, loader: 'ts' })),
  };
}
