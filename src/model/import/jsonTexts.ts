import { createGathering, type JsonText } from './lines.ts';

const codeOf = (sign: string) => sign.charCodeAt(0);
const [quote, backslash, newline] = [codeOf('"'), codeOf('\\'), codeOf('\n')];
const [opening, closing] = [new Set([...'{['].map(codeOf)), new Set([...'}]'].map(codeOf))];

/**
 * Cuts a file into JSON texts, each of one or several lines. A line end in a string, or outside of brackets, ends a text.
 *
 * @param max bytes of a text
 */
export async function* jsonTexts(pieces: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<JsonText[]> {
  const current = createGathering(max);
  let line = 1;
  let depth = 0;
  let isString = false;
  let isEscaped = false;
  /** The first line of the current text; 0 between texts. */
  let begun = 0;
  const finish = (): JsonText => {
    const text = { line: begun, bytes: current.take() };
    [begun, depth, isString, isEscaped] = [0, 0, false, false];
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
      current.add(piece.subarray(from, at + 1));
      texts.push(finish());
    }
    if (begun > 0) current.add(piece.subarray(from));
    yield texts;
  }
  if (begun > 0) yield [finish()];
}
