/** A figure over all rounds. */
export type Spread = { median: number; min: number; max: number };

export function spreadOf(values: number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (place: number) => sorted[place] ?? Number.NaN;
  const middle = (sorted.length - 1) / 2;
  return { median: (at(Math.floor(middle)) + at(Math.ceil(middle))) / 2, min: at(0), max: at(sorted.length - 1) };
}

/** The ratio of two figures of the same rounds: other work on the machine slows both. */
export function ratioOf(ones: number[], others: number[]): Spread {
  return spreadOf(ones.map((one, round) => one / (others[round] ?? Number.NaN)));
}
