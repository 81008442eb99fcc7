/** Why the program cannot start, as sentences for a terminal, each saying what to do next. */
export class StartRefused extends Error {
  readonly reasons: string[];

  constructor(...reasons: string[]) {
    super(reasons.join('\n'));
    this.name = 'StartRefused';
    this.reasons = reasons;
  }
}

/** Of the settings, which no second try makes right. */
export class SettingsWrong extends StartRefused {}
