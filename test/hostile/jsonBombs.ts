import type { Fault, Finding } from '../faults/fault.ts';

const root = new URL('../..', import.meta.url).pathname;
const bombs = [process.execPath, 'test', '--timeout', '60000', './test/hostile/bombs.test.ts'];
const onPostgres = [process.execPath, 'test/support/postgres/run.ts', ...bombs];

/** Huge, deep and lying JSON, on both engines: the file of tests has the list. */
export const jsonBombs: Fault = {
  id: 'F10',
  title: 'JSON bombs',
  noShort: 'npm test runs test/hostile/bombs.test.ts anyway',
  async run(_, say) {
    const sqlite = await runTests(bombs, {});
    say(`SQLite: ${sqlite.summary}`);
    const postgres = await runTests(onPostgres, { TEST_ENGINE: 'postgres' });
    say(`PostgreSQL: ${postgres.summary}`);
    return {
      did: 'all bombs of bombs.test.ts, on both engines',
      found: `SQLite: ${sqlite.summary}; PostgreSQL: ${postgres.summary}`,
      control: '',
      broken: [...sqlite.broken, ...postgres.broken],
    };
  },
};

async function runTests(command: string[], env: Record<string, string>): Promise<{ summary: string } & Pick<Finding, 'broken'>> {
  const child = Bun.spawn(command, { cwd: root, env: { ...process.env, ...env }, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const passed = Number(/^\s*(\d+) pass$/m.exec(out + err)?.[1] ?? 0);
  const failed = (out + err).split('\n').filter((line) => line.startsWith('(fail)'));
  const slowest = /the slowest took ([\d.]+) ms/.exec(out + err)?.[1];
  const broken = code === 0 && passed > 0 ? [] : [...failed, `bun test ended with ${code} after ${passed} passes`];
  return { summary: `${passed} pass${slowest ? `, the slowest took ${slowest} ms` : ''}`, broken };
}
