import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { z } from 'zod';
import { bodyPart, queryPart, validate } from '../../src/http/validate.ts';
import { artist } from '../../src/model/artist.ts';
import { newKey } from '../../src/model/key.ts';
import { pageQuery } from '../../src/model/page.ts';
import type { Problem } from '../../src/model/problem.ts';
import { cpuClock } from '../support/cpuClock.ts';
import { problemIn } from '../support/failure.ts';

/** Of the list of errors as JSON, and the message; in characters. */
const maxErrorsLength = 64 * 1024;

const refusal = (judge: () => unknown) => problemIn(judge) as Problem;
const refusedBody = (text: string, schema = artist.creation as typeof artist.creation | typeof newKey) =>
  refusal(() => validate([bodyPart(schema, text)]));
const size = (problem: Problem) => JSON.stringify(problem.facts.errors).length + problem.message.length;

const times = (count: number, text: (i: number) => string) => Array.from({ length: count }, (_, i) => text(i)).join();
const members = (count: number, name: (i: number) => string | number) => `{${times(count, (i) => `"${name(i)}":1`)}}`;
const longName = 'n'.repeat(500_000);

test.each([
  ['a long name above 80,000 duplicates', `{"${longName}":{${times(80_000, () => '"a":1')}}}`],
  ['a long name above 1,000 duplicates', `{"${longName}":{${times(1_000, () => '"a":1')}}}`],
  ['long names above each other', `${'{"'.concat('n'.repeat(30_000), '":').repeat(30)}${members(300, () => 'a')}${'}'.repeat(30)}`],
  ['1,900 unknown members', members(1_900, (i) => `member${i}`)],
  ['100,000 unknown members', members(100_000, (i) => i)],
  ['20 unknown members of 50,000 characters', members(20, (i) => i + 'n'.repeat(50_000))],
  ['1,900 long names with lone surrogates', members(1_900, (i) => `\\ud800${i}${'~/'.repeat(200)}`)],
  ['500,000 items', `[${times(500_000, () => '1')}]`],
])('%s are reported in few words, and quickly', (_, text) => {
  const took = cpuClock();
  const problem = refusedBody(text);
  expect(took()).toBeLessThan(500);
  expect(size(problem)).toBeLessThan(maxErrorsLength);
  expect(problem.facts.errors?.length).toBeLessThanOrEqual(101);
});

test('items that are no scopes are reported in few words too', () => {
  expect(size(refusedBody(`{"name":"x","scopes":[${times(1_900, () => '0')}]}`, newKey))).toBeLessThan(maxErrorsLength);
});

test('parameters of a query are reported in few words', () => {
  for (const query of [
    `?${'a&'.repeat(4_000)}`,
    `?${'a'.repeat(8_000)}&${'a'.repeat(8_000)}`,
    `?${times(1_500, (i) => `${i}`).replaceAll(',', '&')}`,
  ])
    expect(size(refusal(() => validate([queryPart(pageQuery, query)])))).toBeLessThan(maxErrorsLength);
});

test('a list of errors that is cut says how many there are, or that the rest of the body was not read', () => {
  expect(refusedBody(members(150, (i) => i)).facts.errors?.at(-1)).toMatchObject({ pointer: '', detail: 'and 51 more errors' });
  const { facts, message } = refusedBody(members(2_500, () => 'name'));
  expect(facts.errors?.at(-1)?.detail).toBe('and 1900 more errors; has more than 2000 members and items; what follows was not read');
  expect(message).toBe('2000 errors; see errors.');
});

test('the pointer of an error is whole, or it is cut and the error says so', () => {
  const name = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 100 }),
    fc.string({ minLength: 55, maxLength: 70 }),
    fc.constantFrom('~', '/', '~1', '🎸'.repeat(50)),
  );
  fc.assert(
    fc.property(fc.array(name, { minLength: 1, maxLength: 20 }), (names) => {
      const text = names.reduceRight((inner, name) => `{${JSON.stringify(name)}:${inner}}`, '{"a":1,"a":2}');
      const [error] = bodyPart(artist.creation, text).errors.kept.filter(({ detail }) => detail.startsWith('appears more than once'));
      const whole = `${names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('')}/a`.toWellFormed();
      if (error?.detail === 'appears more than once') expect(error.pointer).toBe(whole);
      else {
        expect(error?.detail).toBe('appears more than once (the pointer is shortened)');
        expect(error?.pointer).toContain('…');
        expect(error?.pointer.length).toBeLessThan(300);
        expect(whole).toStartWith(
          error?.pointer
            .split('…', 1)[0]
            ?.replace(/\ufffd$/, '')
            .replace(/~$/, '') ?? '-',
        );
      }
    }),
    { numRuns: 1000 },
  );
});

test('the refusal of an unknown parameter names the known ones, or says that there are none', () => {
  const detailOf = (schema: typeof pageQuery | z.ZodObject) =>
    refusal(() => validate([queryPart(schema, '?colour=red')])).facts.errors?.map(({ detail }) => detail);
  expect(detailOf(pageQuery)).toEqual(['is not a known parameter; known are limit, offset, after']);
  expect(detailOf(z.strictObject({}))).toEqual(['is not a known parameter; none is known here']);
});
