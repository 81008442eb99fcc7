/**
 * What a reader does not see and a terminal may act on: control, format and direction characters, line and paragraph
 * separators, halves of characters, what has no meaning yet, and what is to be ignored.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** The same text of JSON, with all that would not be seen escaped. */
export function shownJson(json: string): string {
  return json.replace(hidden, (character) =>
    [...Array(character.length).keys()].map((i) => `\\u${character.charCodeAt(i).toString(16).padStart(4, '0')}`).join(''),
  );
}

/** A text with all that would not be seen written out, as `\u{1b}`. */
export function shown(text: string): string {
  return text.replace(hidden, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
}
