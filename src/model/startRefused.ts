/** Why the program cannot start, as sentences for a terminal, each saying what to do next. */
export class StartRefused extends Error {
  readonly faults: string[];

  constructor(...faults: string[]) {
    super(faults.join('\n'));
    this.name = 'StartRefused';
    this.faults = faults;
  }
}
