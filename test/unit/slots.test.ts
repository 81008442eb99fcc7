import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { createSlots, type Holder, NoSlot } from '../../src/auth/slots.ts';

/** Jobs that each take a turn and end when told, and the order in which they began. */
function office(atOnce: number, bound: number) {
  const slots = createSlots(atOnce, bound);
  const begun: string[] = [];
  const under: (() => void)[] = [];
  const ends: Promise<unknown>[] = [];
  return {
    begun,
    slots,
    under,
    async ask(name: string, whose: Holder): Promise<boolean> {
      let refused = false;
      const job = () => {
        begun.push(name);
        return new Promise<void>((resolve) => under.push(resolve));
      };
      const end = slots
        .use(whose, (turn) => turn(job))
        .catch((error) => {
          refused = error instanceof NoSlot;
        });
      ends.push(end);
      await Bun.sleep(0);
      return !refused;
    },
    /** Ends jobs until none is left. */
    async finish() {
      for (; under.length > 0; await Promise.resolve()) {
        under.shift()?.();
        for (let i = 0; i < 5; i++) await Promise.resolve();
      }
      await Promise.all(ends);
    },
  };
}

/** Who came so often before who is looked at came first. */
const before = (begun: string[], name: string) => begun.indexOf(name);

describe('turns', () => {
  test('of many jobs of one account delay another account by one, and another network by one', async () => {
    const { ask, begun, finish } = office(1, 201);
    for (let i = 0; i < 20; i++) await ask('crowd', { network: 'a', account: 'ana' });
    await ask('neighbour', { network: 'a', account: 'luis' });
    await ask('stranger', { network: 'b', account: 'eva' });
    await finish();
    expect(begun).toHaveLength(22);
    expect(before(begun, 'neighbour')).toBeLessThanOrEqual(4);
    expect(before(begun, 'stranger')).toBeLessThanOrEqual(2);
  });

  test('of a hundred accounts of one network delay another network by one', async () => {
    const { ask, begun, finish } = office(1, 201);
    for (let i = 0; i < 99; i++) await ask('crowd', { network: 'a', account: `ana${i}` });
    await ask('stranger', { network: 'b' });
    await finish();
    expect([begun.length, before(begun, 'stranger') <= 2]).toEqual([100, true]);
  });

  test('are had by everybody who has a slot, in the order in which they came within an account', async () => {
    const whose = fc.record({ network: fc.constantFrom('a', 'b', 'c'), account: fc.constantFrom(undefined, 'x', 'y', 'z') });
    await fc.assert(
      fc.asyncProperty(fc.array(whose, { maxLength: 40 }), fc.integer({ min: 1, max: 3 }), async (all, atOnce) => {
        const { ask, begun, finish, slots, under } = office(atOnce, 30);
        const admitted: string[] = [];
        for (const [i, each] of all.entries()) {
          const name = `${each.network} ${each.account} ${String(i).padStart(3, '0')}`;
          if (await ask(name, each)) admitted.push(name);
          expect(under.length).toBeLessThanOrEqual(atOnce);
          expect(slots.figures()).toEqual({ running: Math.min(atOnce, admitted.length), waiting: Math.max(0, admitted.length - atOnce) });
        }
        await finish();
        expect([...begun].sort()).toEqual([...admitted].sort());
        for (const names of Map.groupBy(begun, (name) => name.slice(0, -4)).values()) expect(names).toEqual([...names].sort());
        expect(slots.figures()).toEqual({ running: 0, waiting: 0 });
      }),
      { numRuns: 50 },
    );
  });
});

describe('slots', () => {
  /** How many of one kind are let in before the first is refused. */
  async function fill(ask: (name: string, whose: Holder) => Promise<boolean>, whose: (i: number) => Holder): Promise<number> {
    for (let i = 0; ; i++) if (!(await ask('crowd', whose(i)))) return i;
  }

  test('are left for other networks and other accounts, no matter who asks first', async () => {
    const { ask, finish } = office(1, 201);
    expect(await fill(ask, () => ({ network: 'a', account: 'ana' }))).toBe(23);
    expect(await ask('neighbour', { network: 'a', account: 'luis' })).toBe(true);
    expect(await fill(ask, (i) => ({ network: `n${i}`, account: 'ana' }))).toBe(0);
    expect(await fill(ask, (i) => ({ network: 'a', account: `a${i}` }))).toBe(77);
    expect(await ask('stranger', { network: 'b', account: 'eva' })).toBe(true);
    await finish();
  });

  test('that a crowd gives back go to who holds none', async () => {
    const { ask, finish, under } = office(1, 201);
    const crowd = Array.from({ length: 20 }, (_, i) => ({ network: `crowd${i}`, account: `crowd${i}` }));
    for (const whose of crowd) await fill(ask, () => whose);
    while (await ask('one more', { network: crypto.randomUUID() }));
    for (let i = 0; i < 10; i++) {
      under.shift()?.();
      await Bun.sleep(0);
      for (const whose of crowd.slice(0, 5)) expect([i, await ask('crowd', whose)]).toEqual([i, false]);
      expect([i, await ask('latecomer', { network: `late${i}`, account: `late${i}` })]).toEqual([i, true]);
    }
    await finish();
  });

  test('are free again when the work failed, also before its turn', async () => {
    const { use, figures } = createSlots(1, 2);
    for (let i = 0; i < 5; i++) {
      const failure = () => Promise.reject(new Error('no'));
      expect(await use({ network: 'a' }, (turn) => turn(failure)).catch(({ message }) => message)).toBe('no');
      expect(await use({ network: 'a', account: 'x' }, failure).catch(({ message }) => message)).toBe('no');
    }
    expect(figures()).toEqual({ running: 0, waiting: 0 });
  });
});
