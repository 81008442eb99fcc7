import { describe, expect, test } from 'bun:test';
import { rejectionOf } from '../support/failure.ts';
import { type How, launch } from '../support/program.ts';

/** The harness must detect the faults of a program. */
const program = new URL('./unruly.ts', import.meta.url).pathname;

async function run(how: string, options: How = {}, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const running = await launch({ PATH: process.env.PATH ?? '' }, [process.execPath, program, how], options);
  await running.end(signal);
}

describe('a test fails if its program', () => {
  test.each([
    ['with 1', /SIGTERM ended it with code 1/],
    ['killed by itself', /SIGTERM ended it with SIGKILL/],
    ['after a defect', /"error".*request failed/],
    ['after a stray rejection', /"error".*unhandled rejection/],
    ['after a throw in a thread', /TypeError: x/],
  ])('ends %s', async (how, message) => {
    expect(await rejectionOf(run(how))).toMatch(message);
  });

  test('had ended before', async () => {
    const running = await launch({ PATH: process.env.PATH ?? '' }, [process.execPath, program, 'well']);
    running.process.kill('SIGTERM');
    await running.process.exited;
    expect(await rejectionOf(running.end('SIGTERM'))).toContain('it had ended by itself (code 0)');
  });

  test('ends at its start', async () => {
    expect(await rejectionOf(run('too early'))).toMatch(/ended/);
  });
});

test('a test passes if its program ends as it should, or with expected errors', async () => {
  await run('well');
  await run('well', {}, 'SIGKILL');
  await run('after a defect', { expectErrors: [/request failed/] });
});
