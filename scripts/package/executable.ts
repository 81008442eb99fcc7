import { chmodSync, existsSync, mkdirSync } from 'node:fs';

/** What an executable is made for: our name, the runtime's, and Debian's. */
export type Target = { name: string; runtime: Bun.Build.CompileTarget; debian: string | undefined };

const known: Target[] = [
  { name: 'linux-x64', runtime: 'bun-linux-x64', debian: 'amd64' },
  { name: 'linux-arm64', runtime: 'bun-linux-arm64', debian: 'arm64' },
  { name: 'darwin-arm64', runtime: 'bun-darwin-arm64', debian: undefined },
];

/** The hash of passwords is native code, which npm installs for the machine it runs on only. */
const native: Record<string, string> = {
  'linux-x64': 'argon2-linux-x64-gnu',
  'linux-arm64': 'argon2-linux-arm64-gnu',
  'darwin-arm64': 'argon2-darwin-arm64',
};

/** The targets whose native code is installed. */
export function targets(): Target[] {
  return known.filter(({ name }) => existsSync(`node_modules/@node-rs/${native[name]}`));
}

/** The program and the entries of its threads. */
const entries = ['src/main.ts', 'src/writer.ts', 'src/reader.ts', 'src/process/lineThread.ts'];

/** One file that needs nothing else: runtime, program, pages. */
export async function makeExecutable({ runtime }: Target, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const outfile = `${folder}/rockola`;
  // The program is one file then, so the other entries must be in the same folder.
  const naming = { entry: '[name].[ext]' };
  await Bun.build({ entrypoints: entries, naming, compile: { target: runtime, outfile }, minify: { syntax: true, whitespace: true } });
  chmodSync(outfile, 0o755);
}
