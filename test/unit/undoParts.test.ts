import { expect, test } from 'bun:test';
import { Problem } from '../../src/model/problem.ts';
import { type UndoPlan, undoStart } from '../../src/model/undo.ts';
import { type UndoPart, undoAccount } from '../../src/operations/undo.ts';

const step = (id: number) =>
  ({
    kind: 'artist',
    id: BigInt(id),
    artistId: null,
    albumId: null,
    name: '',
    action: 'update',
    targetName: '',
    newest: 2n,
    target: 1n,
  }) as const;

test('each undone record is in one part, at least one part is written, and only the last part is marked as the last', async () => {
  for (const count of [0, 1, 49, 50, 51, 99, 100, 101, 250]) {
    const plan: UndoPlan = { steps: Array.from({ length: count }, (_, i) => step(i + 1)), left: [], next: null };
    const parts: [records: number, last: boolean][] = [];
    const write = async ({ steps, before }: UndoPart, last: boolean) => {
      parts.push([steps.length, last]);
      return { ...before, undone: [...before.undone, ...steps] };
    };
    const request = { accountId: 1n, since: 0, until: 1, after: undoStart, dryRun: false };
    const { undone } = await undoAccount(request, { plan: async () => plan, write });
    expect(undone).toEqual(plan.steps);
    expect(parts.map(([, last]) => last)).toEqual(parts.map((_, i) => i === parts.length - 1));
    expect(parts.length).toBe(Math.max(1, Math.ceil(count / 50)));
  }
});

test('a refusal says how many records were undone before it, unless there were none', async () => {
  const plan: UndoPlan = { steps: Array.from({ length: 120 }, (_, i) => step(i + 1)), left: [], next: null };
  for (const refused of [1, 2, 3]) {
    let parts = 0;
    const write = async ({ steps, before }: UndoPart) => {
      if (++parts === refused) throw new Problem('unavailable', 'Not now.', { retryAfter: 1 });
      return { ...before, undone: [...before.undone, ...steps] };
    };
    const request = { accountId: 1n, since: 0, until: 1, after: undoStart, dryRun: false };
    const problem = await undoAccount(request, { plan: async () => plan, write }).catch((error) => error);
    const before = `${50 * (refused - 1)} records were undone before this: Not now. Repeat the request to undo the rest.`;
    expect([problem.code, problem.facts.retryAfter, problem.message]).toEqual(['unavailable', 1, refused === 1 ? 'Not now.' : before]);
  }
});
