/** Runs a command to its end. @returns its standard output @throws with its standard error where it fails */
export function run(command: string[]): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command);
  if (exitCode !== 0) throw new Error(`${command[0]} failed (${exitCode}):\n${stderr}`);
  return stdout.toString();
}
