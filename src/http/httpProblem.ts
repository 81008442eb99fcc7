import { Problem, type ProblemCode, type ProblemFacts } from '../model/problem.ts';

/** A refusal with header fields of its own, which the rooms below may not name. */
export class HttpProblem extends Problem {
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}, facts?: ProblemFacts) {
    super(code, detail, facts);
    this.headers = headers;
  }
}
