/** A store here has two connections to PostgreSQL, and who waits for one for 2 s is turned away: many at once are too many for a busy machine. */
const atOnce = 10;

/** Does something with each, a few at a time. */
export async function each<T, O>(items: T[], work: (item: T) => Promise<O>): Promise<O[]> {
  const found: O[] = [];
  for (let from = 0; from < items.length; from += atOnce) found.push(...(await Promise.all(items.slice(from, from + atOnce).map(work))));
  return found;
}

export const times = (n: number) => Array.from({ length: n }, (_, i) => i);
