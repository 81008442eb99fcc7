import { toJson } from '../model/json.ts';
import { type Challenge, Problem } from '../model/problem.ts';
import { HttpProblem } from './httpProblem.ts';
import { limitFields } from './limitFields.ts';
import { problemTypes } from './problemTypes.ts';
import type { RequestContext } from './requestContext.ts';
import { respond } from './respond.ts';

/**
 * The document of a problem (RFC 9457). `type` is the address of a page about the code. `instance` has the request id, by which the
 * operator finds the request in the log.
 */
export function problemResponse(ctx: RequestContext, problem: Problem, publicUrl: string): Response {
  const { code, facts } = problem;
  const { status, title } = problemTypes[code];
  const document = {
    type: `${publicUrl}/problems/${code}`,
    title,
    status,
    detail: problem.message,
    instance: `urn:uuid:${ctx.id}`,
    errors: facts.errors?.map(({ pointer, detail }) => ({ pointer, detail })),
  };
  const headers = { 'Content-Type': 'application/problem+json; charset=utf-8', ...refusalFields(ctx, problem) };
  return respond(ctx, status, toJson(document), headers);
}

/** The header fields of a refusal, for a document or a page. Also notes the code for the log and metrics. */
export function refusalFields(ctx: RequestContext, problem: Problem): Record<string, string> {
  ctx.problem = problem.code;
  if (problem.facts.delay) ctx.delay = problem.facts.delay;
  return { 'Cache-Control': 'no-store', ...fieldsOf(problem) };
}

function fieldsOf(problem: Problem): Record<string, string> {
  const { retryAfter, challenge, limits = [], etag } = problem.facts;
  return {
    ...(retryAfter !== undefined && { 'Retry-After': String(retryAfter) }),
    ...(challenge && { 'WWW-Authenticate': challengeField(challenge) }),
    ...(etag !== undefined && { ETag: etag }),
    ...limitFields(limits),
    ...(problem instanceof HttpProblem && problem.headers),
  };
}

/** RFC 6750 §3. A failed login has a challenge too, since RFC 9110 §15.5.2 requires one with every 401. */
function challengeField(challenge: Challenge): string {
  const parameters = Object.entries(challenge).map(([name, value]) => `, ${name}="${value}"`);
  return `Bearer realm="rockola"${parameters.join('')}`;
}

/** Any other error is a defect: its details are in the log, and not in the answer. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('internal', 'Something went wrong inside the service. The log has the details under the id in instance.');
}
