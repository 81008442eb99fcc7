const string = /^ *"((?:[ !#-[\]-~]|\\["\\])*)" *$/;
const displayString = /^ *%"((?:[ !#$&-~]|%[0-9a-f]{2})*)" *$/;

/**
 * The text of a header that holds one String (RFC 9651 §3.3.3). Items of this API have no parameters, so what follows the
 * text is refused rather than ignored.
 *
 * @returns undefined where it is none, or stands twice
 */
export function readString(field: string): string | undefined {
  return string.exec(field)?.[1]?.replace(/\\(.)/g, '$1');
}

/** The text of a header that holds one Display String (RFC 9651 §3.3.8), which is UTF-8 behind percent signs. */
export function readDisplayString(field: string): string | undefined {
  const encoded = displayString.exec(field)?.[1];
  return encoded === undefined ? undefined : decode(encoded);
}

function decode(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return undefined;
  }
}
