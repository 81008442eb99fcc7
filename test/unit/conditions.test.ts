import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { isUnchanged, readConditions as readStated, recordHeaders } from '../../src/http/conditions.ts';
import { etagOf, failedCondition, lacksCondition } from '../../src/model/versioned.ts';

const readConditions = (headers: Headers) => readStated(headers, false);
const current = { record: {}, version: 3n, changedAt: Date.parse('2026-01-01T12:00:00.900Z'), shape: 1 };
const etag = etagOf(current);
const second = Date.parse('2026-01-01T12:00:00Z') / 1000;
const httpDate = (seconds: number) => new Date(seconds * 1000).toUTCString();

const tag = fc.tuple(fc.constantFrom('', 'W/'), fc.stringMatching(/^[\x21\x23-\x7e]{0,6}$/)).map(([weak, opaque]) => `${weak}"${opaque}"`);
const space = fc.constantFrom('', ' ', '\t', '  ');

describe('a list of entity tags', () => {
  test('is read whole, whatever white space and empty elements stand between', () => {
    const separator = fc.tuple(space, fc.constantFrom(',', ',,', ', ,'), space).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(tag, { minLength: 1, maxLength: 5 }), separator, (tags, between) => {
        for (const name of ['If-Match', 'If-None-Match']) {
          const { conditions, errors } = readConditions(new Headers({ [name]: tags.join(between) }));
          expect(errors.kept).toEqual([]);
          expect(conditions[name === 'If-Match' ? 'ifMatch' : 'ifNoneMatch']).toEqual(tags);
        }
      }),
    );
    expect(readConditions(new Headers({ 'If-Match': ' * ' })).conditions.ifMatch).toBe('*');
    expect(readConditions(new Headers({ 'If-Match': '"\xe9"' })).conditions.ifMatch).toEqual(['"\xe9"']);
    expect(readConditions(new Headers()).conditions).toEqual({
      required: false,
      ifMatch: undefined,
      ifNoneMatch: undefined,
      ifUnmodifiedSince: undefined,
    });
  });

  test('that is malformed is an error of its header, never ignored', () => {
    for (const text of ['3', '"3', '3"', 'w/"3"', 'W/ "3"', '"3" "4"', '"3""4"', '"3", 4', '*, "3"', '"3", *', '"a b"', '"\x7f"', '']) {
      for (const name of ['If-Match', 'If-None-Match']) {
        const { conditions, errors } = readConditions(new Headers({ [name]: text }));
        expect([text, errors.kept.map(({ pointer }) => pointer)]).toEqual([text, [`/${name}`]]);
        expect([conditions.ifMatch, conditions.ifNoneMatch]).toEqual([undefined, undefined]);
      }
    }
  });
});

describe('a date', () => {
  test('is read to the second, in the form that HTTP prescribes for sending', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 4e9 }), (seconds) => {
        expect(readConditions(new Headers({ 'If-Unmodified-Since': httpDate(seconds) })).conditions.ifUnmodifiedSince).toBe(seconds);
      }),
    );
  });

  test('that is malformed is ignored', () => {
    const texts = [
      '2026-01-01T12:00:00Z',
      'Thu, 1 Jan 2026 12:00:00 GMT',
      'Thu, 01 Jan 2026 12:00:00 gmt',
      'Thu, 01 Jan 2026 12:00:00 +0000',
      'Thursday, 01-Jan-26 12:00:00 GMT',
      'Thu Jan  1 12:00:00 2026',
      ` x${httpDate(second)}`,
      `${httpDate(second)}x`,
      'Xxx, 01 Jan 2026 12:00:00 GMT',
    ];
    for (const text of texts) {
      const { conditions, errors } = readConditions(new Headers({ 'If-Unmodified-Since': text }));
      expect([text, conditions.ifUnmodifiedSince, errors.count]).toEqual([text, undefined, 0]);
      expect([text, isUnchanged(new Headers({ 'If-Modified-Since': text }), etag, 0)]).toEqual([text, false]);
    }
  });
});

const lists = { none: undefined, current: [etag], other: ['"x"'], both: ['"x"', etag], weak: [`W/${etag}`], any: '*' as const };
const since = { none: undefined, before: second - 1, same: second, after: second + 1 };
type List = keyof typeof lists;

const sentences = {
  'If-Match': 'which is not what the request expects',
  'If-Unmodified-Since': 'changed after the date that the request states',
  'If-None-Match': 'which the request excludes',
};

/** RFC 9110 §13.2.2, written down a second time, from the standard. */
function firstFailure(ifMatch: List, ifUnmodifiedSince: keyof typeof since, ifNoneMatch: List): keyof typeof sentences | undefined {
  if (ifMatch === 'other' || ifMatch === 'weak') return 'If-Match';
  if (ifMatch === 'none' && ifUnmodifiedSince === 'before') return 'If-Unmodified-Since';
  return ['current', 'both', 'weak', 'any'].includes(ifNoneMatch) ? 'If-None-Match' : undefined;
}

test('the conditions of a change are judged in every combination as RFC 9110 says', () => {
  for (const ifMatch of Object.keys(lists) as List[]) {
    for (const date of Object.keys(since) as (keyof typeof since)[]) {
      for (const ifNoneMatch of Object.keys(lists) as List[]) {
        const conditions = { ifMatch: lists[ifMatch], ifUnmodifiedSince: since[date], ifNoneMatch: lists[ifNoneMatch] };
        const failed = failedCondition(conditions, current);
        const first = firstFailure(ifMatch, date, ifNoneMatch);
        expect([conditions, failed]).toEqual([conditions, first && expect.stringContaining(sentences[first])]);
        if (failed) expect(failed).toContain(etag);
      }
    }
  }
});

test('for a deleted record "*" does not match, and the refusal says that it is deleted', () => {
  expect(failedCondition({ ifMatch: '*' }, current, true)).toContain(`is deleted, at ${etag}`);
  expect(failedCondition({ ifNoneMatch: [etag] }, current, true)).toContain(`is deleted, at ${etag}`);
  expect(failedCondition({ ifNoneMatch: '*' }, current, true)).toBeUndefined();
  expect(failedCondition({ ifNoneMatch: '*' }, current)).toContain(`is at ${etag}`);
});

test('where a condition is required, only If-Match and a valid If-Unmodified-Since satisfy it', () => {
  const enough: Record<string, string>[] = [{ 'If-Match': etag }, { 'If-Match': '*' }, { 'If-Unmodified-Since': httpDate(second) }];
  const notEnough: Record<string, string>[] = [{}, { 'If-None-Match': '"x"' }, { 'If-Unmodified-Since': 'yesterday' }];
  const lacks = (headers: Record<string, string>, required = true) => lacksCondition(readStated(new Headers(headers), required).conditions);
  for (const headers of enough) expect([headers, lacks(headers)]).toEqual([headers, false]);
  for (const headers of notEnough) {
    expect([headers, lacks(headers)]).toEqual([headers, true]);
    expect([headers, lacks(headers, false)]).toEqual([headers, false]);
  }
});

test('If-None-Match and If-Modified-Since are judged in every combination as RFC 9110 says', () => {
  for (const [list, tags] of Object.entries(lists)) {
    for (const [date, seconds] of Object.entries(since)) {
      for (const changedAt of [current.changedAt, undefined]) {
        const headers = new Headers({
          ...(tags && { 'If-None-Match': typeof tags === 'string' ? ` ${tags} ` : tags.join(', ') }),
          ...(seconds !== undefined && { 'If-Modified-Since': httpDate(seconds) }),
        });
        const byTag = ['current', 'both', 'weak', 'any'].includes(list);
        const byDate = changedAt !== undefined && (date === 'same' || date === 'after');
        expect([list, date, changedAt, isUnchanged(headers, etag, changedAt)]).toEqual([
          list,
          date,
          changedAt,
          list === 'none' ? byDate : byTag,
        ]);
      }
    }
  }
});

test('each version has its own ETag, and a Last-Modified to the second', () => {
  expect(recordHeaders(current)).toEqual({ ETag: etag, 'Last-Modified': 'Thu, 01 Jan 2026 12:00:00 GMT' });
  expect(etag).toMatch(/^"[^"]+"$/);
  const others = [{ version: 4n }, { changedAt: current.changedAt + 1 }, { shape: 2 }, { version: 3n * 10n }];
  for (const other of others) expect(etagOf({ ...current, ...other })).not.toBe(etag);
});
