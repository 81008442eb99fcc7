/** Pause between two lines about the same error, in ms. */
const interval = 60_000;
/** A recovery is logged after this time without a failure, in ms: on a nearly full disk every second write may fail. */
const quiet = 5_000;
/** The most different errors that are remembered. */
const maxKinds = 100;

/**
 * Logs a repeated error when it begins, once a minute with a count while it lasts, and once when it has stopped.
 *
 * @param recovered the line to log when the error has stopped
 */
export function tellRarely(
  report: (message: string, level?: 'info') => void,
  recovered: string,
  now: () => number = () => performance.now(),
): { failed(text: string): void; worked(): void } {
  /** By text: when each error was logged, and how often it occurred since. */
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
      report(more > 0 ? `${recovered}; it had failed ${more} times since the last line about it` : recovered, 'info');
    },
  };
}
