/** How fast something grows, in % of its beginning an hour, and how far the truth may be from that (95 %). */
export type Slope = { perHour: number; margin: number };

const blocks = 10;
/** Of Student's distribution with eight degrees of freedom, which ten points on a line have. */
const student95 = 2.306;

/**
 * The slope of a line through the least value of each tenth of the time: memory goes up and down between collections, and
 * its floor is what would tell a leak.
 *
 * @param points time in ms, and what is measured
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
  const inPercent = (100 * 3_600_000) / (floors[0]?.value ?? 1);
  return { perHour: slope * inPercent, margin: student95 * error * inPercent };
}

function mean(values: number[]): number {
  return sum(values) / values.length;
}

function sum(values: number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
