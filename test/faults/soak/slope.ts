/** The growth of a value per second, and its margin of error. */
export type Slope = { perSecond: number; margin: number };

const blocks = 10;
/**
 * A quantile of Student's distribution with eight degrees of freedom, for a line through ten points: one in three hundred values lies
 * beyond it. A leak is looked for up to three times, so at most one in a hundred is missed in all.
 */
const student = 3.632;

/**
 * The slope of a line through the least value of each tenth of the time, with the margin on each side that contains it with a certainty of
 * 99.67 %. Successive values are correlated, so treating each as independent would make the margin too small; those of tenths hardly are.
 *
 * @param points time in ms, and the value
 */
export function slopeOf(points: { at: number; value: number }[]): Slope {
  const floors = Array.from({ length: blocks }, (_, n) =>
    points
      .slice(Math.floor((n * points.length) / blocks), Math.floor(((n + 1) * points.length) / blocks))
      .reduce((a, b) => (b.value < a.value ? b : a)),
  );
  const meanAt = mean(floors.map(({ at }) => at));
  const meanValue = mean(floors.map(({ value }) => value));
  const spread = sum(floors.map(({ at }) => (at - meanAt) ** 2));
  const slope = sum(floors.map(({ at, value }) => (at - meanAt) * (value - meanValue))) / spread;
  const rest = sum(floors.map(({ at, value }) => (value - meanValue - slope * (at - meanAt)) ** 2));
  const error = Math.sqrt(rest / (blocks - 2) / spread);
  return { perSecond: slope * 1000, margin: student * error * 1000 };
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
