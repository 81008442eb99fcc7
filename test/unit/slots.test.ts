import { expect, test } from 'bun:test';
import { createPasswords, type SlotOwner, withHashing } from '../../src/auth/password.ts';
import { Problem } from '../../src/model/problem.ts';

/** Requests that keep their slots until the test ends them. */
function holdSlots(atOnce: number, maxWaiting: number) {
  const passwords = createPasswords(atOnce, maxWaiting);
  const held: (() => void)[] = [];
  return {
    held,
    async ask(holder: SlotOwner): Promise<boolean> {
      let refused = false;
      const work = () => new Promise<void>((resolve) => held.push(resolve));
      withHashing(passwords, holder, work).catch((error) => {
        refused = error instanceof Problem;
      });
      await Bun.sleep(0);
      return !refused;
    },
  };
}

/** How many are admitted before the first refusal. */
async function fill(ask: (holder: SlotOwner) => Promise<boolean>, holder: (i: number) => SlotOwner): Promise<number> {
  for (let i = 0; ; i++) if (!(await ask(holder(i)))) return i;
}

test('slots are left for other networks and other accounts, no matter who asks first', async () => {
  const { ask } = holdSlots(1, 200);
  expect(await fill(ask, () => ({ network: 'a', account: 'ana' }))).toBe(22);
  expect(await ask({ network: 'a', account: 'luis' })).toBe(true);
  expect(await fill(ask, (i) => ({ network: `n${i}`, account: 'ana' }))).toBe(0);
  expect(await fill(ask, (i) => ({ network: 'a', account: `a${i}` }))).toBe(77);
  expect(await ask({ network: 'b', account: 'eva' })).toBe(true);
});

test('slots that a crowd gives back go to owners without a slot', async () => {
  const { ask, held } = holdSlots(1, 200);
  const crowd = Array.from({ length: 20 }, (_, i) => ({ network: `crowd${i}`, account: `crowd${i}` }));
  for (const holder of crowd) await fill(ask, () => holder);
  while (await ask({ network: crypto.randomUUID() }));
  for (let i = 0; i < 10; i++) {
    held.shift()?.();
    await Bun.sleep(0);
    for (const holder of crowd.slice(0, 5)) expect([i, await ask(holder)]).toEqual([i, false]);
    expect([i, await ask({ network: `late${i}`, account: `late${i}` })]).toEqual([i, true]);
  }
});
