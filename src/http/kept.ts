export type Kept<T> = {
  /** What is kept of an edition. @param edition of what is committed; all that was kept of another one goes */
  find(key: string, edition: string): T | undefined;
  /** Keeps what was made of an edition, unless another one came meanwhile. @param bytes what it takes */
  keep(key: string, edition: string, value: T, bytes: number): void;
};

/** What was made of the store, in its order of use, up to a number of bytes; all goes once anything in the store has changed. */
export function createKept<T>(most: number): Kept<T> {
  const values = new Map<string, { value: T; bytes: number }>();
  let current = '';
  let held = 0;

  function turnTo(edition: string): void {
    if (edition === current) return;
    current = edition;
    values.clear();
    held = 0;
  }

  function drop(key: string): void {
    held -= values.get(key)?.bytes ?? 0;
    values.delete(key);
  }

  return {
    find(key, edition) {
      turnTo(edition);
      const found = values.get(key);
      if (!found) return undefined;
      values.delete(key);
      values.set(key, found);
      return found.value;
    },
    keep(key, edition, value, bytes) {
      if (edition !== current) return;
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
