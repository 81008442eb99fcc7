/**
 * Characters that are invisible, or that a terminal may act on: control, format and direction characters, line and paragraph
 * separators, lone surrogates, unassigned and ignorable ones.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Escapes invisible characters in JSON. */
export function shownJson(json: string): string {
  return json.replace(hidden, (character) =>
    [...Array(character.length).keys()].map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** Writes invisible characters as `\u{1b}`. */
export function shown(text: string): string {
  return text.replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
