/** Memory that threads share. Each thread takes the same parts in the same order. */
export type Memory = {
  /** @param begin fills a new part; only the first thread calls it */
  take(bytes: number, begin?: (part: SharedArrayBuffer) => void): SharedArrayBuffer;
  parts: SharedArrayBuffer[];
};

/** The memory of the first thread. */
export function makeMemory(): Memory {
  const parts: SharedArrayBuffer[] = [];
  return {
    parts,
    take(bytes, begin) {
      const part = new SharedArrayBuffer(bytes);
      begin?.(part);
      parts.push(part);
      return part;
    },
  };
}

/** The same memory in another thread. */
export function joinMemory(parts: SharedArrayBuffer[]): Memory {
  let taken = 0;
  return {
    parts,
    take(bytes) {
      const part = parts[taken++];
      if (part?.byteLength !== bytes) throw new Error('the threads do not share their memory in the same order');
      return part;
    },
  };
}
