import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { startRockola } from '../support/harness.ts';

type Step = { command: string; output: string };

/** The README's `console` blocks: the text after "$ " is typed, and the lines until the next "$ " are the expected output. */
function tourOf(markdown: string): Step[] {
  const blocks = [...markdown.matchAll(/```console\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [, command = '', output = ''] = /^((?:[^\n]*\\\n)*[^\n]*\n)([\s\S]*)$/.exec(step) ?? [];
        return { command, output };
      }),
  );
}

test('the commands of the tour in README.md print exactly the output shown there', async () => {
  const rockola = await startRockola();
  const tour = tourOf(readFileSync('README.md', 'utf8'));
  expect(tour.length).toBeGreaterThan(7);
  const mark = '--- step ---';
  const script = tour.map(({ command }) => `${command}echo; echo "${mark}"\n`).join('');
  const shell = Bun.spawn(['bash', '-e'], {
    stdin: Buffer.from(script.replaceAll('http://localhost:3000', rockola.url)),
    stdout: 'pipe',
    stderr: 'inherit',
  });
  const outputs = (await shell.stdout.text()).split(mark);
  for (const [i, { command, output }] of tour.entries()) expect([command, outputs[i]?.trim()]).toEqual([command, output.trim()]);
  expect(await shell.exited).toBe(0);
  await rockola.stop();
});
