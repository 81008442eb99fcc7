/** An unsynced change of a file. `number` increases with time. */
export type Change = { number: number } & ({ kind: 'write'; offset: number; bytes: Buffer } | { kind: 'truncate'; size: number });

/** The bytes of a file, which grow in place. */
export type Content = {
  readonly size: number;
  apply(change: Change): void;
  write(offset: number, bytes: Buffer): void;
  truncate(size: number): void;
  copy(): Content;
  bytes(): Buffer;
};

export function createContent(initial: Buffer = Buffer.alloc(0)): Content {
  let room = Buffer.from(initial);
  let size = initial.length;

  function write(offset: number, bytes: Buffer): void {
    reserve(offset + bytes.length);
    bytes.copy(room, offset);
    size = Math.max(size, offset + bytes.length);
  }

  /** Clears truncated bytes, so that they do not reappear when the file grows. */
  function truncate(to: number): void {
    reserve(to);
    room.fill(0, to);
    size = to;
  }

  function reserve(wanted: number): void {
    if (wanted <= room.length) return;
    const larger = Buffer.alloc(wanted * 2);
    room.copy(larger);
    room = larger;
  }

  return {
    get size() {
      return size;
    },
    apply: (change) => (change.kind === 'truncate' ? truncate(change.size) : write(change.offset, change.bytes)),
    write,
    truncate,
    copy: () => createContent(room.subarray(0, size)),
    bytes: () => room.subarray(0, size),
  };
}
