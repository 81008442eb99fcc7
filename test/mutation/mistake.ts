/** One single-point mistake: at `at` in `file`, `from` becomes `to`. */
export type Mistake = { file: string; at: number; from: string; to: string; why: string };

/** A mistake as people write it down: `from` stands exactly once in the file. */
export type ChosenMistake = Omit<Mistake, 'at'>;

/** What is mutated, by room. The engine of PostgreSQL is not among them: these tests run on SQLite. */
export const rooms: Record<string, (file: string) => boolean> = {
  http: (file) => file.startsWith('src/http/'),
  auth: (file) => file.startsWith('src/auth/'),
  limits: (file) => file.startsWith('src/limits/'),
  operations: (file) => file.startsWith('src/operations/'),
  store: (file) => /^src\/store\/(?!postgres\/|move\/)/.test(file),
  model: (file) => file.startsWith('src/model/'),
  process: (file) => file.startsWith('src/process/'),
  'start and stop': (file) => /^src\/(serve|app|main|listener|welcome|writer|reader)\.ts$/.test(file),
  document: (file) => file.startsWith('src/api/'),
};

export function roomOf(file: string): string | undefined {
  return Object.keys(rooms).find((room) => rooms[room]?.(file));
}

/** The text of a file with the mistake in it. */
export function withMistake(text: string, { at, from, to }: Mistake): string {
  return text.slice(0, at) + to + text.slice(at + from.length);
}

/** The line of the mistake as it becomes, by which it differs from others, wherever it is. */
export function changedLine(text: string, mistake: Mistake): string {
  const changed = withMistake(text, mistake);
  const start = changed.lastIndexOf('\n', mistake.at - 1) + 1;
  const end = changed.indexOf('\n', mistake.at + mistake.to.length);
  return changed.slice(start, end < 0 ? undefined : end).trim();
}
