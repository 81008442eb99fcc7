export type Cache<T> = {
  /** @param generation of the committed content; entries of another one are dropped */
  find(key: string, generation: string): T | undefined;
  /** Stores nothing where the generation has changed since `find`. @param bytes the size of the value */
  put(key: string, generation: string, value: T, bytes: number): void;
};

/** A least-recently-used cache, emptied when anything in the store has changed. */
export function createCache<T>(maxBytes: number): Cache<T> {
  const values = new Map<string, { value: T; bytes: number }>();
  let current = '';
  let total = 0;

  function turnTo(generation: string): void {
    if (generation === current) return;
    current = generation;
    values.clear();
    total = 0;
  }

  function drop(key: string): void {
    total -= values.get(key)?.bytes ?? 0;
    values.delete(key);
  }

  return {
    find(key, generation) {
      turnTo(generation);
      const found = values.get(key);
      if (!found) return undefined;
      values.delete(key);
      values.set(key, found);
      return found.value;
    },
    put(key, generation, value, bytes) {
      if (generation !== current) return;
      drop(key);
      values.set(key, { value, bytes });
      total += bytes;
      for (const oldest of values.keys()) {
        if (total <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
