export type Kept<T> = {
  /** What is kept of a generation. @param generation of what is committed; all that was kept of another one goes */
  find(key: string, generation: string): T | undefined;
  /** Keeps what was made of a generation, unless another one came meanwhile. @param bytes what it takes */
  keep(key: string, generation: string, value: T, bytes: number): void;
};

/** What was made of the store, in its order of use, up to a number of bytes; all goes once anything in the store has changed. */
export function createKept<T>(most: number): Kept<T> {
  const values = new Map<string, { value: T; bytes: number }>();
  let current = '';
  let held = 0;

  function turnTo(generation: string): void {
    if (generation === current) return;
    current = generation;
    values.clear();
    held = 0;
  }

  function drop(key: string): void {
    held -= values.get(key)?.bytes ?? 0;
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
    keep(key, generation, value, bytes) {
      if (generation !== current) return;
      drop(key);
      values.set(key, { value, bytes });
      held += bytes;
      for (const oldest of values.keys()) {
        if (held <= most) return;
        drop(oldest);
      }
    },
  };
}
