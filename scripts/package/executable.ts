import { chmodSync, mkdirSync } from 'node:fs';
import type { BunPlugin } from 'bun';
import type { Build } from './build.ts';
import { fetchNative } from './native.ts';

/** What an executable is made for: our name, the runtime's, Debian's, and the package with the native code that hashes passwords. */
export type Target = { name: string; runtime: Bun.Build.CompileTarget; debian: string | undefined; native: string };

const known: Target[] = [
  { name: 'linux-x64', runtime: 'bun-linux-x64', debian: 'amd64', native: 'argon2-linux-x64-gnu' },
  { name: 'linux-arm64', runtime: 'bun-linux-arm64', debian: 'arm64', native: 'argon2-linux-arm64-gnu' },
  { name: 'darwin-arm64', runtime: 'bun-darwin-arm64', debian: undefined, native: 'argon2-darwin-arm64' },
];

/** The targets of these names; of none, this machine. */
export function targets(names: string[]): Target[] {
  const wanted = names.length > 0 ? names : [`${process.platform}-${process.arch}`];
  return wanted.map((name) => {
    const target = known.find((one) => one.name === name);
    if (target) return target;
    throw new Error(`No executable can be made for ${name}, but for ${known.map((one) => one.name).join(', ')}.`);
  });
}

/** The program and the entries of its threads, which look for each other by these names. */
export const entries = ['src/main.ts', 'src/writer.ts', 'src/reader.ts', 'src/httpWorkerEntry.ts', 'src/process/lineThread.ts'];

/** One file with all it needs: runtime, program, pages. It reads no file of the folder it is run in but its store. */
export async function makeExecutable({ name, runtime, native }: Target, folder: string, { version, commit }: Build): Promise<void> {
  fetchNative(native);
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}/rockola`;
  await Bun.build({
    entrypoints: entries,
    // The program is one file then, so the other entries must be in the same folder.
    naming: { entry: '[name].[ext]' },
    // These files can name code, which would then run as whoever runs the executable.
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

/** In place of the package that looks for its native code on the disk: the code itself. */
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
