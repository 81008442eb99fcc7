import { Problem, type ProblemCode, type ProblemFacts } from '../model/problem.ts';

/** A refusal of HTTP itself, with header fields that no other room could name. */
export class HttpProblem extends Problem {
  readonly headers: Record<string, string>;

  constructor(code: ProblemCode, detail: string, headers: Record<string, string> = {}, facts?: ProblemFacts) {
    super(code, detail, facts);
    this.headers = headers;
  }
}
