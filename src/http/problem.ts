import type { Context } from 'hono';
import { toJson } from '../model/json.ts';
import { Problem, type ProblemCode, problems } from '../model/problem.ts';
import type { AppEnv } from './requestLog.ts';
import { respond } from './respond.ts';

/**
 * A problem as its document (RFC 9457). `type` opens the page that explains the code; `instance` carries the request id,
 * by which the operator finds the request in the log.
 */
export function problemResponse(c: Context<AppEnv>, problem: Problem, publicUrl: string): Response {
  c.set('problem', problem.code);
  if (problem.delay) c.env.delay = problem.delay;
  const { status, title } = problems[problem.code];
  const document = {
    type: problemUrl(problem.code, publicUrl),
    title,
    status,
    detail: problem.message,
    instance: `urn:uuid:${c.get('requestId')}`,
    errors: problem.errors,
  };
  const headers = { 'Content-Type': 'application/problem+json; charset=utf-8', 'Cache-Control': 'no-store', ...problem.headers };
  return respond(c, status, toJson(document), headers);
}

export function problemUrl(code: ProblemCode, publicUrl: string): string {
  return `${publicUrl}/problems/${code}`;
}

/** What is no Problem is a defect: the answer says nothing of it, the log all. */
export function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  return new Problem('internal', 'Something went wrong inside the service. The log has the details under the id in instance.');
}
