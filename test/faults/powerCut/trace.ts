import { type Call, callsOf } from './calls.ts';
import type { Event } from './event.ts';

/** The calls that strace must follow: those that change files or names, sync them, or send output. */
export const followed = [
  ...['open', 'openat', 'openat2', 'creat', 'mkdir', 'mkdirat', 'rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'rmdir'],
  ...['write', 'writev', 'pwrite64', 'pwritev', 'pwritev2', 'ftruncate', 'truncate', 'fallocate', 'copy_file_range', 'sendfile'],
  ...['link', 'linkat', 'symlink', 'symlinkat', 'fsync', 'fdatasync', 'sync_file_range', 'mmap', 'sendto', 'sendmsg'],
];

/**
 * Reads strace's output of one run of the program. A call counts from its beginning, since a power cut may find any part of it done. Only
 * the end of an fsync counts from its return.
 *
 * @param root the folder whose calls matter
 * @throws if the model of the disk lacks a call in the folder
 */
export function readTrace(trace: string, root: string): Event[] {
  const placed: { at: number; event: Event }[] = [];
  for (const call of callsOf(trace)) {
    if (call.result < 0) continue;
    for (const event of eventsOf(call, root)) {
      placed.push({ at: event.kind === 'sync ends' ? call.left : call.entered, event });
    }
  }
  return placed.sort((a, b) => a.at - b.at).map(({ event }) => event);
}

function eventsOf(call: Call, root: string): Event[] {
  const { name, path, flags, numbers, result } = call;
  if (path !== root && !path.startsWith(`${root}/`)) return said(call);
  // SQLite rebuilds the index of the log (`-shm`) at the first opening. cut.ts writes random bytes to it.
  if (path.endsWith('-shm')) return [];
  switch (name) {
    case 'pwrite64':
      return [{ kind: 'write', path, offset: numbers[1], bytes: bytesOf(call).subarray(0, result) }];
    case 'write':
    case 'writev':
      return [{ kind: 'write', path, offset: undefined, bytes: bytesOf(call).subarray(0, result) }];
    case 'ftruncate':
      return [{ kind: 'truncate', path, size: numbers[0] as number }];
    case 'fsync':
    case 'fdatasync':
      return [
        { kind: 'sync begins', path, sync: call.entered },
        { kind: 'sync ends', path, sync: call.entered },
      ];
    case 'mkdir':
    case 'mkdirat':
      return [{ kind: 'create', path, folder: true }];
    case 'rename':
    case 'renameat':
    case 'renameat2':
      return [{ kind: 'rename', path, to: String(call.texts()[1]) }];
    case 'unlink':
    case 'unlinkat':
      return [{ kind: 'unlink', path }];
    case 'open':
    case 'openat':
      return [
        ...(flags.includes('O_CREAT') ? [{ kind: 'create', path, folder: false } as const] : []),
        ...(flags.includes('O_TRUNC') ? [{ kind: 'truncate', path, size: 0 } as const] : []),
      ];
    case 'mmap':
      if (!flags.includes('MAP_SHARED') || !flags.includes('PROT_WRITE')) return [];
  }
  throw new Error(`The model of the disk does not know ${name} of ${path}. Teach it, in test/faults/powerCut/trace.ts and disk.ts.`);
}

/** The outputs that promise something: successful answers, the key of the first start, and the message that it listens. */
function said(call: Call): Event[] {
  if (!['write', 'writev', 'sendto', 'sendmsg'].includes(call.name)) return [];
  const text = bytesOf(call).toString();
  return /^HTTP\/1\.1 2|rka_|Listening/.test(text) ? [{ kind: 'said', text }] : [];
}

function bytesOf(call: Call): Buffer {
  return Buffer.concat(call.texts());
}
