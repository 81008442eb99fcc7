/** The result of `work`, or `otherwise` where it throws. */
export function attempt<T, E>(work: () => T, otherwise: E): T | E {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
