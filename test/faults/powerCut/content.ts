import type { Change } from './disk.ts';

/** The bytes of a file, which grow in place. */
export class Content {
  size = 0;
  #bytes = Buffer.alloc(4096);

  apply(change: Change): void {
    if (change.kind === 'truncate') this.truncate(change.size);
    else this.write(change.offset, change.bytes);
  }

  write(offset: number, bytes: Buffer): void {
    this.#reserve(offset + bytes.length);
    bytes.copy(this.#bytes, offset);
    this.size = Math.max(this.size, offset + bytes.length);
  }

  /** Bytes behind the end are zero, so that a file which grows again shows none of its old ones. */
  truncate(size: number): void {
    this.#reserve(size);
    this.#bytes.fill(0, size);
    this.size = size;
  }

  copy(): Content {
    const other = new Content();
    other.write(0, this.bytes());
    return other;
  }

  bytes(): Buffer {
    return this.#bytes.subarray(0, this.size);
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.alloc(size * 2);
    this.#bytes.copy(larger);
    this.#bytes = larger;
  }
}
