/** Functions that clean up, each of which runs once, however the harness ends. */
const leftovers = new Set<() => void>();

/** @returns a function that cleans up now */
export function undoAtEnd(undo: () => void): () => void {
  if (leftovers.size === 0) process.once('exit', undoAll);
  leftovers.add(undo);
  return () => {
    if (leftovers.delete(undo)) undo();
  };
}

/** Runs the remaining cleanup, the last first. */
export function undoAll(): void {
  for (const undo of [...leftovers].reverse()) if (leftovers.delete(undo)) undo();
}
