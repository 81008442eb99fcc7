/** A text before and after, as what both have at their ends and what each has between. */
export type Difference = { start: string; removed: string; added: string; end: string };

/** Compares by words. It takes time in proportion to the lengths, whatever the texts. */
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

/** The last words of a text that did not change, on one line, before one that did. */
export function endOf(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= most ? line : `…${line.slice(-most).replace(/^\S+ (?=.)/, '')}`.toWellFormed();
}

/** The first words of a text that did not change, on one line, behind one that did. */
export function startOf(text: string, most = 60): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length <= most ? line : `${line.slice(0, line.lastIndexOf(' ', most) + 1 || most).trimEnd()}…`.toWellFormed();
}

/** A long text without its middle. */
export function ends(text: string, most = 600): string {
  return text.length <= most ? text : `${text.slice(0, (2 * most) / 3)} […] ${text.slice(-most / 3)}`.toWellFormed();
}
