import { expect, test } from 'bun:test';
import { repeat } from '../../src/process/repeat.ts';

test('stop resolves only after the run under way, whether it works or fails, and no other run begins', async () => {
  for (const fails of [false, true]) {
    const begun = Promise.withResolvers<void>();
    const run = Promise.withResolvers<void>();
    const events: unknown[] = [];
    let runs = 0;
    const work = () => {
      runs++;
      begun.resolve();
      return run.promise;
    };
    const repeated = repeat(work, 1, () => events.push('failed'), 0);
    await begun.promise;
    const stopped = repeated.stop().then(() => events.push('stopped'));
    await Bun.sleep(20);
    expect([fails, events]).toEqual([fails, []]);
    fails ? run.reject(new Error('no')) : run.resolve();
    await stopped;
    await Bun.sleep(20);
    expect([fails, events, runs]).toEqual([fails, fails ? ['failed', 'stopped'] : ['stopped'], 1]);
  }
});

test('no run begins while another is under way', async () => {
  let [underWay, most, runs] = [0, 0, 0];
  const enough = Promise.withResolvers<void>();
  const work = async () => {
    most = Math.max(most, ++underWay);
    await Bun.sleep(10);
    underWay--;
    if (++runs === 3) enough.resolve();
  };
  const repeated = repeat(work, 1, () => {});
  await enough.promise;
  await repeated.stop();
  expect(most).toBe(1);
});
