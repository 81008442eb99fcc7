import { attempt } from '../model/attempt.ts';

const string = /^ *"((?:[ !#-[\]-~]|\\["\\])*)" *$/;
const displayString = /^ *%"((?:[ !#$&-~]|%[0-9a-f]{2})*)" *$/;

/**
 * Reads a header with one String (RFC 9651 §3.3.3). Parameters are refused, since this API has none.
 *
 * @returns undefined where it is no String, or several
 */
export function readString(field: string): string | undefined {
  return string.exec(field)?.[1]?.replace(/\\(.)/g, '$1');
}

/** Reads a header with one Display String (RFC 9651 §3.3.8), which is percent-encoded UTF-8. */
export function readDisplayString(field: string): string | undefined {
  const encoded = displayString.exec(field)?.[1];
  return encoded === undefined ? undefined : attempt(() => decodeURIComponent(encoded), undefined);
}
