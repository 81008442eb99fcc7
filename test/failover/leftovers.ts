/** What must not outlive the harness, however it ends; each is undone once. */
const leftovers = new Set<() => void>();

/** @returns undoes it now */
export function undoAtEnd(undo: () => void): () => void {
  if (leftovers.size === 0) process.once('exit', undoAll);
  leftovers.add(undo);
  return () => {
    if (leftovers.delete(undo)) undo();
  };
}

/** Undoes what is left, the youngest first. */
export function undoAll(): void {
  for (const undo of [...leftovers].reverse()) if (leftovers.delete(undo)) undo();
}
