import { chmodSync, mkdirSync } from 'node:fs';
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
export const entries = ['src/main.ts', 'src/writer.ts', 'src/reader.ts', 'src/httpEntry.ts', 'src/process/lineThread.ts'];

/** One file that needs nothing else: runtime, program, pages. */
export async function makeExecutable({ runtime, native }: Target, folder: string): Promise<void> {
  fetchNative(native);
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}/rockola`;
  // The program is one file then, so the other entries must be in the same folder.
  const naming = { entry: '[name].[ext]' };
  await Bun.build({ entrypoints: entries, naming, compile: { target: runtime, outfile }, minify: { syntax: true, whitespace: true } });
  chmodSync(outfile, 0o755);
}
