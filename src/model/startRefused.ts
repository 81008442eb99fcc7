/** Why the program cannot start: sentences for a terminal, each with advice. */
export class StartRefused extends Error {
  readonly reasons: string[];
  /** 2: starting again does not help. */
  exitCode: 1 | 2 = 1;

  constructor(...reasons: string[]) {
    super(reasons.join('\n'));
    this.name = 'StartRefused';
    this.reasons = reasons;
  }
}

/** A refusal that lasts until someone acts, such as wrong settings or a store of another program. */
export function lastingRefusal(...reasons: string[]): StartRefused {
  const refused = new StartRefused(...reasons);
  refused.exitCode = 2;
  return refused;
}
