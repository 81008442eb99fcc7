/** Makes a function that computes each result once. Arguments with the same text have the same result. */
export function remembered<A, T>(make: (argument: A) => T): (argument: A) => T {
  const known = new Map<string, T>();
  return (argument) => {
    const key = String(argument);
    const result = known.get(key) ?? make(argument);
    known.set(key, result);
    return result;
  };
}
