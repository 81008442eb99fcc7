/** One single-point mistake: at `at` in `file`, `from` becomes `to`. */
export type Mistake = { file: string; at: number; from: string; to: string; why: string };

/** The folder below `src` of a file, or `src`. Undefined for PostgreSQL's files, since these tests run on SQLite. */
export function roomOf(file: string): string | undefined {
  return /^src\/(?!store\/(?:postgres|move)\/)(?:\w+(?=\/))?/.exec(file)?.[0].replace(/^src\/(?=.)|\/$/g, '');
}

/** The text of a file, with the mistake in it. */
export function withMistake(text: string, { at, from, to }: Mistake): string {
  return text.slice(0, at) + to + text.slice(at + from.length);
}

/** One line for one mistake: its place, and the change. @param text of its file */
export function describe(text: string, { file, at, from, to, why }: Mistake): string {
  const line = text.slice(0, at).split('\n').length;
  return `${file}:${line} ${why}: ${shortened(from)} → ${shortened(to)}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 140 ? line : `${line.slice(0, 137)}…`;
}
