/** A figure over all rounds. */
export type Spread = { median: number; min: number; max: number };

export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const valueAt = (place: number) => sorted[place] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { median: (valueAt(Math.floor(middle)) + valueAt(Math.ceil(middle))) / 2, min: valueAt(0), max: valueAt(sorted.length - 1) };
}

/** The ratio of two figures of the same rounds: other work on the machine slows both. */
export function ratioOf(ours: number[], theirs: number[]): Spread {
  return spreadOf(ours.map((value, round) => value / (theirs[round] ?? Number.NaN)));
}
