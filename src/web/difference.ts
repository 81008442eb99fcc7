/** A part of a text that is in both versions, or in only one of them. */
export type Piece = { is: 'kept' | 'removed' | 'added'; text: string };

/** The most pairs of words that are compared. Beyond that, everything between the first and last difference counts as changed. */
const maxPairs = 40_000;

/** Compares word by word. `maxPairs` keeps the time linear in the lengths. */
export function differenceOf(from: string, to: string): Piece[] {
  const before = wordsOf(from);
  const after = wordsOf(to);
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const [oldWords, newWords] = [before, after].map((words) => words.slice(start, words.length - end)) as [string[], string[]];
  const between = oldWords.length * newWords.length > maxPairs ? replaced(oldWords, newWords) : pieces(oldWords, newWords);
  return joined([...kept(before.slice(0, start)), ...between, ...kept(end ? before.slice(-end) : [])]);
}

const wordsOf = (text: string) => text.match(/\s+|[^\s]+/g) ?? [];
const kept = (words: string[]) => words.map((text): Piece => ({ is: 'kept', text }));
const replaced = (old: string[], newer: string[]) => [
  ...old.map((text): Piece => ({ is: 'removed', text })),
  ...newer.map((text): Piece => ({ is: 'added', text })),
];

/** Uses the longest common sequence of words. */
function pieces(old: string[], newer: string[]): Piece[] {
  const width = newer.length + 1;
  const lengths = new Uint16Array((old.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = newer.length - 1; j >= 0; j--)
      lengths[i * width + j] = old[i] === newer[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const found: Piece[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < newer.length) {
    if (i < old.length && old[i] === newer[j]) {
      found.push({ is: 'kept', text: old[i++] ?? '' });
      j++;
    } else if (j === newer.length || (i < old.length && at(i + 1, j) >= at(i, j + 1))) found.push({ is: 'removed', text: old[i++] ?? '' });
    else found.push({ is: 'added', text: newer[j++] ?? '' });
  }
  return found;
}

/** White space between two changes counts for both, so that a replaced phrase is one piece. */
function joined(found: Piece[]): Piece[] {
  const all: Piece[] = [];
  let removed = '';
  let added = '';
  const flush = () => {
    if (removed) all.push({ is: 'removed', text: removed });
    if (added) all.push({ is: 'added', text: added });
    removed = added = '';
  };
  for (const [i, { is, text }] of found.entries()) {
    if (is === 'removed') removed += text;
    else if (is === 'added') added += text;
    else if (text.trim() === '' && removed && added && found[i + 1] && found[i + 1]?.is !== 'kept') {
      removed += text;
      added += text;
    } else {
      flush();
      const last = all.at(-1);
      if (last?.is === 'kept') last.text += text;
      else all.push({ is, text });
    }
  }
  flush();
  return all;
}

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
export function withoutMiddle(text: string, maxLength = 600): string {
  return text.length <= maxLength ? text : `${text.slice(0, (2 * maxLength) / 3)} […] ${text.slice(-maxLength / 3)}`.toWellFormed();
}
