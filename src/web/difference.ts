/** Two texts: their common start and end, and what differs between. */
export type Difference = { start: string; removed: string; added: string; end: string };

/** Compares by words, in time linear in the lengths. */
export function differenceOf(from: string, to: string): Difference {
  const before = wordsOf(from);
  const after = wordsOf(to);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const between = (words: string[]) => words.slice(start, words.length - end).join('');
  return {
    start: before.slice(0, start).join(''),
    removed: between(before),
    added: between(after),
    end: end ? before.slice(-end).join('') : '',
  };
}

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];

/** The last words of a text, on one line. */
export function endOf(text: string, maxLength = 60): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= maxLength ? line : `…${line.slice(-maxLength).replace(/^\S+ (?=.)/, '')}`.toWellFormed();
}

/** The first words of a text, on one line. */
export function startOf(text: string, maxLength = 60): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= maxLength ? line : `${line.slice(0, line.lastIndexOf(' ', maxLength) + 1 || maxLength).trimEnd()}…`.toWellFormed();
}

/** A long text without its middle. */
export function ends(text: string, maxLength = 600): string {
  return text.length <= maxLength ? text : `${text.slice(0, (2 * maxLength) / 3)} […] ${text.slice(-maxLength / 3)}`.toWellFormed();
}
