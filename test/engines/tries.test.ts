import { afterAll, expect, test } from 'bun:test';
import { anonymous } from '../../src/model/actor.ts';
import type { CountedTry, LimitKey } from '../../src/operations/tries.ts';
import { writes } from '../../src/operations/writes.ts';
import { openEngines } from './stores.ts';

const { engines, close } = await openEngines();
afterAll(() => close());

const mark = { key: 'mark', days: 1 };

test('a success that is stored late clears the failures, unless a later try has been counted meanwhile', async () => {
  for (const { name, store } of engines)
    for (const later of [0, 2]) {
      const limitKey: LimitKey = { name: 'login-account', key: `account ${later}` };
      const tryOnce = () => store.write(writes.countTry, anonymous, [limitKey]);
      for (let i = 0; i < 3; i++) await tryOnce();
      const [forget] = (await tryOnce()) as [CountedTry];
      await Bun.sleep(5);
      for (let i = 0; i < later; i++) await tryOnce();
      await store.write(writes.noteSuccess, anonymous, { forget, uncount: { name: 'login', key: 'network' }, mark });
      const [after] = await tryOnce();
      expect([name, later, after?.limit.left]).toEqual([name, later, 10 - (later ? 4 + later + 1 : 1)]);
    }
});
