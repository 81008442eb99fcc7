const draining = 0;
const commits = 1;

/** State shared by all threads that answer requests. @param memory in a further thread: the memory of the first */
export function shareState(memory = new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT)) {
  const state = new Int32Array(memory);
  return {
    memory,
    drain: () => void Atomics.store(state, draining, 1),
    draining: () => Atomics.load(state, draining) === 1,
    countCommit: () => void Atomics.add(state, commits, 1),
    commits: () => Atomics.load(state, commits),
  };
}
