import { expect, test } from 'bun:test';
import { asProblem, problemResponse } from '../../src/http/problem.ts';
import { problemTypes } from '../../src/http/problemTypes.ts';
import { insufficientScope, invalidLogin, invalidToken, unauthenticated } from '../../src/model/challenge.ts';
import { isStoredRefusal } from '../../src/model/idempotencyKey.ts';
import { parseJson } from '../../src/model/json.ts';
import { fieldError, notFound, Problem, type ProblemCode, problemCodes } from '../../src/model/problem.ts';
import { problemIn } from '../support/failure.ts';
import { contextAt } from '../support/requestContext.ts';

/** The codes, written down a second time: clients distinguish refusals by these. */
const statuses = {
  'malformed-json': 400,
  'invalid-input': 400,
  'email-taken': 400,
  unauthenticated: 401,
  'invalid-token': 401,
  'invalid-login': 401,
  forbidden: 403,
  'sign-up-closed': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'not-acceptable': 406,
  'artist-deleted': 409,
  'album-deleted': 409,
  'identifier-taken': 409,
  'already-there': 409,
  'still-current': 409,
  'cursor-lost': 410,
  'precondition-failed': 412,
  'precondition-required': 428,
  'idempotency-key-in-use': 409,
  'idempotency-key-reused': 422,
  'content-too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  internal: 500,
  'not-implemented': 501,
  unavailable: 503,
  'mail-off': 503,
  'storage-full': 507,
} as const satisfies Record<ProblemCode, number>;

async function answer(error: unknown) {
  const response = problemResponse(contextAt('/api/x', { id: 'the-id' }), asProblem(error), 'https://rock.example.org/p');
  return { status: response.status, headers: response.headers, document: (await response.json()) as Record<string, unknown> };
}

test('the answer to each problem has its status and type, and the facts that the problem was created with', async () => {
  expect(Object.fromEntries(Object.entries(problemTypes).map(([code, { status }]) => [code, status]))).toEqual(statuses);
  for (const [code, status] of Object.entries(statuses) as [ProblemCode, number][]) {
    const errors = [fieldError('/a', 'technical', 'b')];
    const found = await answer(new Problem(code, 'what happened', { errors, retryAfter: 3 }));
    expect([found.status, found.headers.get('retry-after')]).toEqual([status, '3']);
    expect(found.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
    expect(found.headers.get('cache-control')).toBe('no-store');
    expect(found.document).toEqual({
      type: `https://rock.example.org/p/problems/${code}`,
      title: problemTypes[code].title,
      status,
      detail: 'what happened',
      instance: 'urn:uuid:the-id',
      errors: [{ pointer: '/a', detail: 'b' }],
    });
    expect(problemTypes[code].help.length).toBeGreaterThan(20);
  }
});

test('the answer to an unexpected error reveals nothing', async () => {
  for (const error of [new TypeError('secret'), 'secret', undefined, { code: 'not-found' }]) {
    const { status, document } = await answer(error);
    expect([status, document.title, document.errors]).toEqual([500, problemTypes.internal.title, undefined]);
    expect(JSON.stringify(document)).not.toContain('secret');
  }
});

test('WWW-Authenticate names the scheme, the error of an invalid token, and a missing scope (RFC 6750 §3)', async () => {
  const challengeOf = async (problem: Problem) => [problem.code, (await answer(problem)).headers.get('www-authenticate')];
  expect(await challengeOf(unauthenticated())).toEqual(['unauthenticated', 'Bearer realm="rockola"']);
  expect(await challengeOf(invalidToken('x'))).toEqual(['invalid-token', 'Bearer realm="rockola", error="invalid_token"']);
  expect(await challengeOf(invalidLogin())).toEqual(['invalid-login', 'Bearer realm="rockola"']);
  const lacking = 'Bearer realm="rockola", error="insufficient_scope", scope="account admin"';
  expect(await challengeOf(insufficientScope('x', 'account admin'))).toEqual(['forbidden', lacking]);
  expect([notFound('artist 7').code, notFound('artist 7').message]).toEqual(['not-found', 'There is no artist 7.']);
});

test('the answer to text that is no JSON says where reading stopped, what was expected and what is there', () => {
  const value = 'a JSON value';
  const cases: [text: string, at: number, expected: string, found: string][] = [
    ['', 0, value, 'the end'],
    ['  ', 2, value, 'the end'],
    ['x', 0, value, '"x"'],
    ['tru', 0, value, '"t"'],
    ['-', 0, value, '"-"'],
    ['01', 1, 'the end', '"1"'],
    ['1 2', 2, 'the end', '"2"'],
    ['{', 1, 'a member name in double quotes', 'the end'],
    ['{a:1}', 1, 'a member name in double quotes', '"a"'],
    ['{"a" 1}', 5, '":"', '"1"'],
    ['{"a":}', 5, value, '"}"'],
    ['{"a":1 "b":2}', 7, '"," or "}"', '"\\""'],
    ['{"a":1,}', 7, 'a member name in double quotes', '"}"'],
    ['[1 2]', 3, '"," or "]"', '"2"'],
    ['[1,]', 3, value, '"]"'],
    ['[1', 2, '"," or "]"', 'the end'],
    ['"a', 2, 'a closing quote or an escaped character', 'the end'],
    ['"a\n"', 2, 'a closing quote or an escaped character', '"\\n"'],
    ['"a\\', 4, 'a closing quote or an escaped character', 'the end'],
    [' "\\x"', 1, 'a string with valid escapes', '"\\""'],
  ];
  for (const [text, at, expected, found] of cases) {
    const detail = `At character ${at}: expected ${expected}, found ${found}.`;
    const problem = problemIn(() => parseJson(text));
    expect([text, problem?.code, problem?.message, problem?.facts.errors]).toEqual([
      text,
      'malformed-json',
      detail,
      [fieldError('', 'technical', detail)],
    ]);
  }
  for (const open of ['[', '{"a":']) {
    const nested = (depth: number) => `${open.repeat(depth)}1`;
    expect(problemIn(() => parseJson(nested(32)))?.message).toContain('found the end');
    expect(problemIn(() => parseJson(nested(33)))?.message).toBe(`At character ${open.length * 32}: nested deeper than 32.`);
  }
});

test('a refusal is stored as the outcome of its request, unless it depends on the caller, a limit, the service’s state or a key', () => {
  const isTemporary = (code: ProblemCode) => [401, 403, 429].includes(problemTypes[code].status) || problemTypes[code].status >= 500;
  const isAboutKey = (code: ProblemCode) => code.startsWith('idempotency-key-');
  expect(problemCodes.filter(isStoredRefusal)).toEqual(problemCodes.filter((code) => !isTemporary(code) && !isAboutKey(code)));
});
