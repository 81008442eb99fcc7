/** Lines about the same trouble are this far apart, in ms. */
const interval = 60_000;
/** What has failed within this time is not called well again, in ms: on a disk that is nearly full every second write may fail. */
const quiet = 5_000;
/** Troubles that are told apart at once. */
const maxKinds = 100;

export type Rarely = { failed(text: string): void; worked(): void };

/**
 * Tells of what fails again and again when it begins, once a minute with a count while it lasts, and once when it works again.
 *
 * @param recovered what is said then
 */
export function tellRarely(
  report: (message: string, level?: 'info') => void,
  recovered: string,
  now: () => number = () => performance.now(),
): Rarely {
  /** By its text: when each trouble was told, and how often it came since. */
  const troubles = new Map<string, { at: number; more: number }>();
  let last = Number.NEGATIVE_INFINITY;
  return {
    failed(text) {
      last = now();
      const known = troubles.get(text);
      if (known && last - known.at < interval) {
        known.more++;
        return;
      }
      if (troubles.size >= maxKinds) troubles.clear();
      troubles.set(text, { at: last, more: 0 });
      report(known ? `${text} (and ${known.more} times since the last such line)` : text);
    },
    worked() {
      if (troubles.size === 0 || now() - last < quiet) return;
      const more = troubles.values().reduce((sum, known) => sum + known.more, 0);
      troubles.clear();
      report(more > 0 ? `${recovered}; it had failed ${more} times since it was last said` : recovered, 'info');
    },
  };
}
