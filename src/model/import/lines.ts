const newline = 0x0a;

/** The lines of a file without line ends; each batch has those that end in one piece. A line of more than `max` bytes is undefined. */
export async function* linesOf(bytes: AsyncIterable<Uint8Array>, max: number): AsyncGenerator<(Uint8Array | undefined)[]> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length <= max) parts.push(part);
    else parts = [];
  };
  const finish = () => {
    const line = length > max ? undefined : parts.length === 1 ? parts[0] : Buffer.concat(parts);
    parts = [];
    length = 0;
    return line;
  };
  for await (const piece of bytes) {
    const lines: (Uint8Array | undefined)[] = [];
    let from = 0;
    for (let at = piece.indexOf(newline); at >= 0; at = piece.indexOf(newline, from)) {
      add(piece.subarray(from, at));
      lines.push(finish());
      from = at + 1;
    }
    // A copy, since a reader of files may use the memory of the piece again.
    if (from < piece.length) add(piece.slice(from));
    if (lines.length > 0) yield lines;
  }
  if (length > 0) yield [finish()];
}
