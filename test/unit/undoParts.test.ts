import { expect, test } from 'bun:test';
import { type UndoPlan, undoStart } from '../../src/model/undo.ts';
import { type UndoPart, undoAccount } from '../../src/operations/undo.ts';

const step = (id: number) =>
  ({ kind: 'artist', id: BigInt(id), artistId: null, name: '', action: 'update', newest: 2n, target: 1n }) as const;

test('however many records are undone, each is in one part, at least one part is written, and only the last is said to be it', async () => {
  for (const count of [0, 1, 49, 50, 51, 99, 100, 101, 250]) {
    const plan: UndoPlan = { steps: Array.from({ length: count }, (_, i) => step(i + 1)), left: [], next: null };
    const parts: [records: number, last: boolean][] = [];
    const write = async ({ steps, before }: UndoPart, last: boolean) => {
      parts.push([steps.length, last]);
      return { ...before, undone: [...before.undone, ...steps] };
    };
    const asked = { accountId: 1n, since: 0, until: 1, after: undoStart, dryRun: false };
    const { undone } = await undoAccount(asked, { plan: async () => plan, write });
    expect(undone).toEqual(plan.steps);
    expect(parts.map(([, last]) => last)).toEqual(parts.map((_, i) => i === parts.length - 1));
    expect(parts.length).toBe(Math.max(1, Math.ceil(count / 50)));
  }
});
