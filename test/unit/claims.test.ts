import { expect, test } from 'bun:test';
import { answersOfClaims, claimsElsewhere, createClaims } from '../../src/process/claims.ts';

function threads() {
  const claims = createClaims();
  return { claims, one: answersOfClaims(claims), other: answersOfClaims(claims) };
}

test('a name is held by one at a time, whichever thread it is', () => {
  const { claims, one, other } = threads();
  expect([one.answers.takeName('a'), other.answers.takeName('a'), claims.take('a'), one.answers.takeName('a')]).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([claims.take('b'), one.answers.takeName('b')]).toEqual([true, false]);
  one.answers.giveNameBack('a');
  expect([other.answers.takeName('a'), one.answers.takeName('a')]).toEqual([true, false]);
});

test('a thread gives back nothing that another holds', () => {
  const { claims, one, other } = threads();
  one.answers.takeName('a');
  claims.take('b');
  for (const name of ['a', 'b']) other.answers.giveNameBack(name);
  other.end();
  expect([claims.take('a'), claims.take('b')]).toEqual([false, false]);
});

test('what a thread held when it ended is free for the others, and what the others hold is not', () => {
  const { claims, one, other } = threads();
  for (const name of ['a', 'b']) one.answers.takeName(name);
  other.answers.takeName('c');
  one.end();
  expect(['a', 'b', 'c'].map((name) => claims.take(name))).toEqual([true, true, false]);
  // Said again after its end, it is no other's.
  one.answers.giveNameBack('a');
  expect(claims.take('a')).toBe(false);
});

test('a name that cannot be given back, since the thread that keeps it is gone, disturbs nobody', async () => {
  const asked: unknown[][] = [];
  const { take, giveBack } = claimsElsewhere(((...question: unknown[]) => {
    asked.push(question);
    return question[0] === 'takeName' ? Promise.resolve(true) : Promise.reject(new Error('it ended'));
  }) as Parameters<typeof claimsElsewhere>[0]);
  expect(await take('a')).toBe(true);
  giveBack('a');
  await Bun.sleep(1);
  expect(asked).toEqual([
    ['takeName', 'a'],
    ['giveNameBack', 'a'],
  ]);
});
