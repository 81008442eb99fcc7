/** Filters that the words of a search express, beside the words to find. */
export type Asked =
  | { kind: 'decade'; decade: number }
  /** The name of a group whose members are sought. */
  | { kind: 'members'; of: string }
  /** The same text with the year in full, such as 1983 for 83. */
  | { kind: 'year'; number: string; text: string };

/** A bare number means no decade here, since it may be a name. */
const decade =
  /^(?:(?:discos|albums|m[uú]sica|music|rock)\s+)?(?:(?:de|of|from)\s+)?((?:los|the)\s+)?(a[nñ]os\s+)?((?:19|20)?\d0)(['’]?s)?$/i;
const members =
  /^(?:[¿¡\s]*(?:qui[eé]n(?:es)?\s+(?:toc[oó]|tocaron|toca|tocan|est[aá]n?|estuvo|estuvieron)\s+en|integrantes\s+de|who\s+(?:played|plays|was|is|were)\s+in|members\s+of))\s+(.+?)[?\s]*$/i;
const year = /^(.*\S)\s+['’]?(\d\d)$/;

/** Two-digit years up to this one are in this century. */
const lastOfCentury = 29;

/** Reads a search as people write it: “los 70”, “80s”, “quién tocó en Serú Girán”, “charly garcía 83”. */
export function askedBy(text: string): Asked | undefined {
  const asked = text.trim().normalize('NFC');
  const [, article, years, digits = '', plural] = decade.exec(asked) ?? [];
  if (article || years || plural) return { kind: 'decade', decade: fullYear(digits) };
  const of = members.exec(asked)?.[1];
  if (of !== undefined) return { kind: 'members', of };
  const [, words, number] = year.exec(asked) ?? [];
  return words && number ? { kind: 'year', number, text: `${words} ${fullYear(number)}` } : undefined;
}

function fullYear(digits: string): number {
  const number = Number(digits);
  return digits.length > 2 ? number : number + (number <= lastOfCentury ? 2000 : 1900);
}
