import { dirname } from 'node:path';
import { type Random, randomFrom } from '../../support/random.ts';
import type { Change, Content } from './content.ts';
import type { Disk, File, Name } from './disk.ts';

/** The disk when the power is back, by path: the bytes of a file, or undefined for a folder. A folder comes before its files. */
export type State = Map<string, Buffer | undefined>;

/** The rules for unsynced changes in a cut. */
type Fate = {
  /** Whether a change reached the disk; a torn one did so in parts. */
  outcome(number: number): 'there' | 'missing' | 'torn';
  /** The file that has a name after the cut. */
  name(name: Name): File | undefined;
  /** Whether the new size of a file reached the disk before its bytes. */
  grown: boolean;
  /** The bytes where a file has grown and nothing was written. */
  filler(size: number): Buffer;
  /** The number of bytes that reach the disk together. */
  sector: number;
};

const noise = randomBytes(1 << 16);

/** Cuts the power. Synced changes stay; each unsynced one is there, missing or torn, at random. */
export function cutPower(disk: Disk, root: string, random: Random): State {
  const fate = fateOf(disk, random);
  const state: State = new Map([[root, undefined]]);
  for (const path of [...disk.names.keys()].sort()) {
    const file = fate.name(disk.names.get(path) as Name);
    // A file is lost with its folder.
    if (!file || !state.has(dirname(path))) continue;
    state.set(path, file.folder ? undefined : contentOf(file, fate, random).bytes());
  }
  return state;
}

function fateOf(disk: Disk, random: Random): Fate {
  const share = random.next();
  const tearing = random.next() / 2;
  const last = pickLast(disk, random);
  const styles = {
    nothing: { outcome: () => 'missing', name: (name: Name) => name[0]?.file },
    everything: { outcome: () => 'there', name: (name: Name) => name.at(-1)?.file },
    'the oldest': {
      outcome: (number: number) => (number === last ? 'torn' : number < last ? 'there' : 'missing'),
      name: (name: Name) => name.findLast(({ number }, i) => i === 0 || number <= last)?.file,
    },
    some: {
      outcome: () => (random.next() < tearing ? 'torn' : random.next() < share ? 'there' : 'missing'),
      name: (name: Name) => name[random.below(name.length)]?.file,
    },
  } satisfies Record<string, Pick<Fate, 'outcome' | 'name'>>;
  const style = random.pick(['nothing', 'everything', 'the oldest', 'some', 'some', 'some'] as const);
  const clean = random.next() < 0.5;
  return {
    ...styles[style],
    grown: style !== 'nothing' && random.next() < 0.5,
    filler: (size) => (clean ? Buffer.alloc(size) : Buffer.alloc(size, noise)),
    sector: random.pick([512, 1024, 2048, 4096]),
  };
}

/** Picks the unsynced change that is the last to reach the disk. */
function pickLast(disk: Disk, random: Random): number {
  const files = new Set([...disk.names.values()].flat().map(({ file }) => file));
  const numbers = [...files].flatMap((file) => file?.pending ?? []).map(({ number }) => number);
  return numbers[random.below(numbers.length)] ?? 0;
}

function contentOf(file: File, fate: Fate, random: Random): Content {
  const content = file.synced.copy();
  let end = content.size;
  for (const change of file.pending) {
    const found = fate.outcome(change.number);
    if (change.kind === 'write') end = Math.max(end, change.offset + change.bytes.length);
    if (found === 'missing') continue;
    if (change.kind === 'truncate') content.truncate(change.size);
    else for (const [offset, bytes] of piecesOf(change, found, fate, random)) writeAt(content, offset, bytes, fate);
  }
  if (fate.grown && end > content.size) content.write(content.size, fate.filler(end - content.size));
  return content;
}

/** A whole write, or a random choice of its sectors. */
function piecesOf(
  { offset, bytes }: Change & { kind: 'write' },
  found: 'there' | 'torn',
  { sector }: Fate,
  random: Random,
): [number, Buffer][] {
  if (found === 'there') return [[offset, bytes]];
  const pieces: [number, Buffer][] = [];
  for (let start = offset; start < offset + bytes.length; ) {
    const end = Math.min(start - (start % sector) + sector, offset + bytes.length);
    if (random.next() < 0.5) pieces.push([start, bytes.subarray(start - offset, end - offset)]);
    start = end;
  }
  return pieces;
}

function writeAt(content: Content, offset: number, bytes: Buffer, { filler }: Fate): void {
  if (offset > content.size) content.write(content.size, filler(offset - content.size));
  content.write(offset, bytes);
}

function randomBytes(size: number): Buffer {
  const random = randomFrom(0);
  return Buffer.from(Array.from({ length: size }, () => random.below(256)));
}
