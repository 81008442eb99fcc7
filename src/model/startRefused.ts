/** Why the program cannot start, as sentences for a terminal, each saying what to do next. */
export class StartRefused extends Error {
  readonly reasons: string[];
  /** With which the program ends; 2 says that no second try makes it right. */
  exitCode: 1 | 2 = 1;

  constructor(...reasons: string[]) {
    super(reasons.join('\n'));
    this.name = 'StartRefused';
    this.reasons = reasons;
  }
}

/** What stays as it is until somebody acts: wrong settings, a store that is not for this program. */
export function lastingRefusal(...reasons: string[]): StartRefused {
  const refused = new StartRefused(...reasons);
  refused.exitCode = 2;
  return refused;
}
