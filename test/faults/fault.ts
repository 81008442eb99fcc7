/** The extent of a run: `ci` takes minutes, `long` hours. */
export type Scale = 'ci' | 'long';

/** The result of a fault; the texts are for people and go into a table. */
export type Finding = {
  /** How often and under which load, with numbers. */
  did: string;
  /** The findings, with numbers. */
  found: string;
  /** The findings of the same checks without the protection ("control"); "" if there is no control. */
  control: string;
  /** Broken promises, and controls that found nothing; empty if all is well. */
  broken: string[];
};

/** A fault that is injected around the service. */
export type Fault = {
  /** The name in the docs, such as F1. */
  id: string;
  title: string;
  /** @returns the tool that the machine lacks and where to get it, or undefined */
  missing?(): string | undefined;
  /**
   * Injects the fault and judges the result. `say` shows progress. `minutes`: the duration of faults that watch the service, if given.
   *
   * @throws if the fault could not be injected
   */
  run(scale: Scale, say: (progress: string) => void, minutes?: number): Promise<Finding>;
};
