import { dirname } from 'node:path';
import { type Change, type Content, createContent } from './content.ts';
import type { Event } from './event.ts';

export type File = {
  folder: boolean;
  /** The content at its last fsync. */
  synced: Content;
  /** The changes since then, oldest first. */
  pending: Change[];
  /** The size that a program sees while there is power. */
  size: number;
};

/**
 * The files that had a name, oldest first. The name is synced for the first one only: the others got it after the last fsync of the folder.
 */
export type Name = { number: number; file: File | undefined }[];

/** A disk behind a cache: names in folders, with the synced and unsynced changes of each. */
export type Disk = { names: Map<string, Name>; apply(event: Event): void };

/**
 * An empty disk. It follows the weakest rules of fsync(2): bytes and size of a file are durable as far as they were written before a
 * completed fsync of the file began, and a name only by an fsync of its folder.
 */
export function createDisk(): Disk {
  const names = new Map<string, Name>();
  const syncs = new Map<number, number>();
  let now = 0;

  function apply(event: Event): void {
    now++;
    if (event.kind === 'create') {
      if (!find(event.path)) setName(event.path, { folder: event.folder, synced: createContent(), pending: [], size: 0 });
    } else if (event.kind === 'unlink') setName(event.path, undefined);
    else if (event.kind === 'rename') {
      setName(event.to, find(event.path));
      setName(event.path, undefined);
    } else if (event.kind === 'write') write(requireFile(event.path), event.offset, event.bytes);
    else if (event.kind === 'truncate') truncate(requireFile(event.path), event.size);
    else if (event.kind === 'sync begins') syncs.set(event.sync, now);
    else if (event.kind === 'sync ends') sync(event.path, syncs.get(event.sync) ?? 0);
  }

  function find(path: string): File | undefined {
    return names.get(path)?.at(-1)?.file;
  }

  function requireFile(path: string): File {
    const file = find(path);
    if (!file) throw new Error(`the recording writes to ${path}, which it did not make`);
    return file;
  }

  function setName(path: string, file: File | undefined): void {
    const name = names.get(path) ?? [{ number: 0, file: undefined }];
    name.push({ number: now, file });
    names.set(path, name);
  }

  /** Without an offset the bytes are appended, as in every sequential write. */
  function write(file: File, offset = file.size, bytes: Buffer): void {
    file.pending.push({ number: now, kind: 'write', offset, bytes });
    file.size = Math.max(file.size, offset + bytes.length);
  }

  function truncate(file: File, size: number): void {
    file.pending.push({ number: now, kind: 'truncate', size });
    file.size = size;
  }

  function sync(path: string, until: number): void {
    const file = find(path);
    while (file?.pending[0] && file.pending[0].number <= until) file.synced.apply(file.pending.shift() as Change);
    for (const [other, name] of names) {
      if (dirname(other) !== path) continue;
      while (name[1] && name[1].number <= until) name.shift();
    }
  }

  return { names, apply };
}
