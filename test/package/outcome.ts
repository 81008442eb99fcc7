/** Runs a command until it ends. */
export async function outcome(command: string[], options: { cwd?: string; env?: Record<string, string> } = {}) {
  const child = Bun.spawn(command, { env: { PATH: process.env.PATH ?? '' }, ...options, stdout: 'pipe', stderr: 'pipe', timeout: 200_000 });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { code, out, err };
}
