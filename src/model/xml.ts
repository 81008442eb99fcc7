/** Escapes a text for XML 1.0, and removes the characters that it does not allow. */
export function xml(text: string): string {
  return Bun.escapeHTML(text.toWellFormed().replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
}
