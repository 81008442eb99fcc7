import { expect, test } from 'bun:test';
import { until } from '../faults/until.ts';

const support = new URL('../support/orphans.ts', import.meta.url).pathname;
const isAlive = (pid: number) => Bun.spawnSync(['kill', '-0', String(pid)]).exitCode === 0;

test.each([
  ['is killed with this process', 'killWithThisProcess', false],
  ['outlives this process without that call (the control)', '', true],
])('a server that tests started %s', async (_, wrap, survives) => {
  const code = `const { killWithThisProcess } = await import(${JSON.stringify(support)});
    const child = ${wrap}(Bun.spawn(['sleep', '60']));
    console.log(child.pid);
    await Bun.sleep(60_000);`;
  const parent = Bun.spawn([process.execPath, '-e', code], { stdout: 'pipe' });
  const { value } = await parent.stdout.getReader().read();
  const pid = Number(new TextDecoder().decode(value));
  parent.kill('SIGKILL');
  await parent.exited;
  if (!survives) await until(() => !isAlive(pid), 'it still runs');
  else await Bun.sleep(300);
  expect(isAlive(pid)).toBe(survives);
  if (survives) process.kill(pid);
});
