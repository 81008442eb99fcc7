/** A JSON text of a file. `line`: its first line. `bytes`: undefined if it is too long. */
export type JsonText = { line: number; bytes: Uint8Array | undefined };

const newline = 0x0a;

/** Joins the bytes of a line or record from several pieces of a file. `take` gives undefined for more than `max` bytes. */
export function createGathering(max: number) {
  let parts: Uint8Array[] = [];
  let length = 0;
  return {
    isEmpty: () => length === 0,
    add(part: Uint8Array): void {
      length += part.length;
      // Copied, since the reader of the file may reuse the memory of the piece.
      if (length <= max) parts.push(part.slice());
      else parts = [];
    },
    take(): Uint8Array | undefined {
      const all = length > max ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
      parts = [];
      length = 0;
      return all;
    },
  };
}

/** The lines of a file without line ends, in batches. A line of more than `max` bytes is undefined. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<(Uint8Array | undefined)[]> {
  const line = createGathering(max);
  for await (const piece of bytes) {
    const lines: (Uint8Array | undefined)[] = [];
    let from = 0;
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, from)) {
      line.add(piece.subarray(from, at));
      lines.push(line.take());
      from = at + 1;
    }
    if (from < piece.length) line.add(piece.subarray(from));
    if (lines.length > 0) yield lines;
  }
  if (!line.isEmpty()) yield [line.take()];
}
