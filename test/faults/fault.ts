/** How much of it: `ci` takes minutes, `long` hours. */
export type Scale = 'ci' | 'long';

/** What a fault brought; the texts are for people and go into a table. */
export type Finding = {
  /** How often and under what load, with numbers. */
  did: string;
  /** What was found, with numbers. */
  found: string;
  /** What the same look saw where the promise had been taken away on purpose; "" where that cannot be done. */
  control: string;
  /** Promises that did not hold, and controls that saw nothing: empty where all is well. */
  broken: string[];
};

/** Something that goes wrong around the service, done to it on purpose. */
export type Fault = {
  /** Such as F1; what it is called in the docs. */
  id: string;
  title: string;
  /** @returns the tool that the machine lacks for it and where to get it, or undefined */
  missing?(): string | undefined;
  /**
   * Does it, and judges. `say` shows progress; `minutes` is for how long what watches over time does so, where that was asked
   * for. @throws where it could not be done
   */
  run(scale: Scale, say: (progress: string) => void, minutes?: number): Promise<Finding>;
};
