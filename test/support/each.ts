/** Calls `work` for each item, a few at a time, since hundreds at once would wait too long for a database. @returns the results in order */
export async function each<T, O>(items: T[], work: (item: T, i: number) => Promise<O>, atOnce = 8): Promise<O[]> {
  const queue = items.entries();
  const results: O[] = [];
  const worker = async () => {
    for (const [i, item] of queue) results[i] = await work(item, i);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

export const times = (n: number) => Array.from({ length: n }, (_, i) => i);
