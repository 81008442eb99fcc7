import { attempt } from '../model/attempt.ts';

/** Decodes percent-encoding. Escapes that are no UTF-8 stay as they are. */
export function decodedBy(decode: typeof decodeURI, text: string): string {
  const decoded = (part: string) => attempt(() => decode(part), undefined);
  return decoded(text) ?? text.replace(/(?:%[0-9A-F]{2})+/gi, (run) => decoded(run) ?? run);
}
