import { Problem, type ProblemCode, type ProblemFacts } from '../model/problem.ts';

/** A problem with HTTP headers. Lower layers know no HTTP, so they throw a plain `Problem`. */
export class HttpProblem extends Problem {
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}, facts?: ProblemFacts) {
    super(code, detail, facts);
    this.headers = headers;
  }
}

/** The service is too busy for the request, and closes its connection. */
export function tooBusy(reason: string): HttpProblem {
  return new HttpProblem('unavailable', `${reason}; nothing was changed.`, { Connection: 'close' }, { retryAfter: 1 });
}
