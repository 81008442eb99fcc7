import { createGathering, type JsonText } from './lines.ts';

const codeOf = (sign: string) => sign.charCodeAt(0);
const [quote, backslash, comma, newline] = [codeOf('"'), codeOf('\\'), codeOf(','), codeOf('\n')];
const bracket = codeOf('[');
// In ASCII, `[` and `{` differ only in this bit; so do `]` and `}`.
const isOpening = (byte: number) => (byte | 0x20) === codeOf('{');
const isClosing = (byte: number) => (byte | 0x20) === codeOf('}');
const spaces = new Set([...' \t\r\n'].map(codeOf));

/**
 * Cuts a JSON document into the items of its array. The array is the document itself or a member of its object. The scanner reads only
 * quotes, brackets and commas; the parser of the items and the rest finds all other faults.
 *
 * @param max bytes of an item, and of the rest
 */
export function createItemScanner(max: number) {
  const rest = createGathering(max);
  const item = createGathering(max);
  let line = 1;
  let depth = 0;
  /** The depth of the items of the array; 0 outside of the array. */
  let array = 0;
  /** The first line of the item; 0 until a byte that is not white space. */
  let itemLine = 0;
  let isFirst = false;
  let hasArray = false;
  let isText = false;
  let isEscaped = false;
  return {
    /** @returns the items that end in this piece */
    push(piece: Uint8Array): JsonText[] {
      const items: JsonText[] = [];
      let from = 0;
      const cut = (end: number) => {
        (array ? item : rest).add(piece.subarray(from, end));
        from = end;
      };
      for (let at = 0; at < piece.length; at++) {
        const byte = piece[at] as number;
        if (byte === newline) line++;
        if (isText) {
          if (isEscaped) isEscaped = false;
          else if (byte === backslash) isEscaped = true;
          else if (byte === quote) isText = false;
          continue;
        }
        const isEnd = array > 0 && depth === array && (byte === comma || isClosing(byte));
        if (isEnd) {
          cut(at);
          const bytes = item.take();
          // An empty array has no item. In `[1,]` an item is missing, which the parser reports.
          if (byte === comma || itemLine > 0 || !isFirst) items.push({ line: itemLine || line, bytes });
          itemLine = 0;
          isFirst = false;
          if (byte === comma) from = at + 1;
          else array = 0;
        } else if (itemLine === 0 && !spaces.has(byte)) itemLine = line;
        if (byte === quote) isText = true;
        else if (isClosing(byte)) depth--;
        else if (isOpening(byte)) depth++;
        if (byte !== bracket || array > 0 || depth < 1 || depth > 2) continue;
        cut(at + 1);
        array = depth;
        itemLine = 0;
        isFirst = true;
        hasArray = true;
      }
      cut(piece.length);
      return items;
    },
    /** The document without the items. */
    end: () => ({ rest: rest.take(), hasArray }),
  };
}
