import { wordsOf } from './search/words.ts';

/** In code points. Names with equal keys, such as long names with the same beginning, are in order of id. */
const longestKey = 200;
/** Sorts before the space between two words, so that a name comes before the longer ones that begin with it. */
const below = '\u0001';
/** Sorts after all Latin letters. */
const afterZ = 'ʒ';
const articles = new Set(['el', 'la', 'lo', 'los', 'las', 'the']);

/**
 * Names are sorted by this key, in order of code points: words without accents and case, a leading article last, numbers by value, ñ
 * after n. Names without letters and digits come first.
 */
export function nameOrder(name: string): string {
  return keyOf(name, name.normalize('NFC').replace(/ñ/gi, `n${afterZ}`));
}

/** The sort key of a name without a leading article. */
export function orderWithoutArticle(name: string): string {
  return nameOrder(name).split(below, 1)[0] ?? '';
}

/** The sort keys of a name without a leading article, then with each. */
export function nameOrders(name: string): string[] {
  const key = orderWithoutArticle(name);
  return [key, ...[...articles].map((article) => cut(`${key}${below}${article}`))];
}

/** Bands are distinguished and sorted by this key: the sort key of the name, but with n for ñ, as in searches. */
export function bandOrder(band: string): string {
  return keyOf(band, band);
}

/** @param toSplit the name; in the order where ñ comes after n, with ñ replaced */
function keyOf(name: string, toSplit: string): string {
  const words = wordsOf(toSplit, longestKey).map(({ text }) => text);
  if (words.length === 0) return cut(name.trim() && `!${name.trim().toLowerCase()}`);
  const [first = '', ...others] = words;
  const moved = articles.has(first) && others.length > 0;
  const key = (moved ? others : words).map(numbered).join(' ');
  return cut(moved ? `${key}${below}${first}` : key);
}

/** Puts the number of digits before a number, so that 2 comes before 10. */
function numbered(word: string): string {
  return word.replace(/(0*)(\d+)/g, (_, zeros: string, digits: string) => {
    return `${String(digits.length).padStart(2, '0')}${digits}${below.repeat(zeros.length)}`;
  });
}

function cut(key: string): string {
  return key.length <= longestKey ? key : [...key].slice(0, longestKey).join('');
}
