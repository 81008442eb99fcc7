/** Makes a function that computes each result once. Arguments with the same text have the same result. */
export function remembered<A, T>(make: (argument: A) => T): (argument: A) => T {
  const known = new Map<string, T>();
  return (argument) => known.getOrInsertComputed(String(argument), () => make(argument));
}
