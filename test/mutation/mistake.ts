/** One single-point mistake: at `at` in `file`, `from` becomes `to`. */
export type Mistake = { file: string; at: number; from: string; to: string; why: string };

/** The folder of the program that a file is in, or `src`. The engine of PostgreSQL has none: these tests run on SQLite. */
export function roomOf(file: string): string | undefined {
  return /^src\/(?!store\/(?:postgres|move)\/)(?:\w+(?=\/))?/.exec(file)?.[0].replace(/^src\/(?=.)|\/$/g, '');
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
