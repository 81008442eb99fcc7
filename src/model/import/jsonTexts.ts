/** A JSON text. `line`: its first line. `bytes`: undefined if it is too long. */
export type JsonText = { line: number; bytes: Uint8Array | undefined };

const codeOf = (sign: string) => sign.charCodeAt(0);
const [quote, backslash, newline] = [codeOf('"'), codeOf('\\'), codeOf('\n')];
const [opening, closing] = [new Set([...'{['].map(codeOf)), new Set([...'}]'].map(codeOf))];

/**
 * Cuts a file into JSON texts, each of one or several lines. A line end in a string, or outside of brackets, ends a text.
 *
 * @param max bytes of a text
 */
export async function* jsonTexts(pieces: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<JsonText[]> {
  let line = 1;
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /** Of the current text. `begun`: its first line; 0 between texts. */
  let parts: Uint8Array[] = [];
  let length = 0;
  let begun = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length <= max) parts.push(part);
    else parts = [];
  };
  const finish = (): JsonText => {
    const text = { line: begun, bytes: length > max ? undefined : Buffer.concat(parts) };
    [parts, length, begun, depth, isString, isEscaped] = [[], 0, 0, 0, false, false];
    return text;
  };
  for await (const piece of pieces) {
    const texts: JsonText[] = [];
    let from = 0;
    for (let at = 0; at < piece.length; at++) {
      const byte = piece[at] as number;
      if (begun === 0 && byte > 0x20) [begun, from] = [line, at];
      let isEnd = false;
      if (byte === newline) {
        line++;
        isEnd = begun > 0 && (isString || depth === 0);
      } else if (isString) {
        if (isEscaped) isEscaped = false;
        else if (byte === backslash) isEscaped = true;
        else if (byte === quote) isString = false;
      } else if (byte === quote) isString = true;
      else if (opening.has(byte)) depth++;
      else if (closing.has(byte)) isEnd = --depth <= 0;
      if (!isEnd) continue;
      add(piece.subarray(from, at + 1));
      texts.push(finish());
    }
    // Copied, since the reader of the file may reuse the memory of the piece.
    if (begun > 0) add(piece.slice(from));
    yield texts;
  }
  if (begun > 0) yield [finish()];
}
