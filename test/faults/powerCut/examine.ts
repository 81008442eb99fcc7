import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { threads } from '../../support/threads.ts';
import { type Damage, lookAt } from './afterwards.ts';
import { cutPower } from './cut.ts';
import { createDisk, type Disk } from './disk.ts';
import { ledgerAt, type Moment, momentsOf, outputsIn } from './moments.ts';
import { type Recording, readRecording } from './recording.ts';

/** The result of a state, which this program prints as a line of JSON. */
export type Examined = Damage & { state: number; after: number; acked: number };

const help = `bun test/faults/powerCut/examine.ts RECORDING SEED FIRST COUNT [KEEP]

Builds the states FIRST to FIRST+COUNT-1 of a seed from a recording and checks each; prints a line of JSON for each.
KEEP is a new folder, in which a state is kept without being checked.`;

const [recording, seed, first, count, keep] = process.argv.slice(2);
if (recording && seed && first && count) await examine(recording, Number(seed), Number(first), Number(count), keep);
else console.error(help);

async function examine(folder: string, seed: number, first: number, count: number, keep: string | undefined): Promise<void> {
  const recording = await readRecording(folder);
  const events = recording.lives.flatMap((life) => life.events);
  const outputs = outputsIn(events);
  // A control must lose an answered write, so its power is cut right after an answer.
  const possible = recording.plan.synchronous === 'full' ? [...events.keys()] : [...outputs.answeredAt.values()];
  const moments = momentsOf(events, possible, seed, first, count);
  const disk = createDisk();
  const scratch = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'rockola-cut-'));
  let now = 0;
  try {
    const writer = await bundleWriter(scratch);
    for (const moment of moments) {
      for (; now <= moment.after; now++) disk.apply(events[now] as (typeof events)[number]);
      const ledger = ledgerAt(recording.ledger, outputs, moment.after);
      const store = build(keep ?? join(scratch, String(moment.state)), recording, disk, moment);
      if (keep) continue;
      const promised = { ledger, shown: outputs.keyAt <= moment.after };
      const damage = await lookAt(store, writer, promised, moment.state % 10 === 0);
      const acked = ledger.filter(({ outcome }) => outcome === 'acked').length;
      console.log(JSON.stringify({ state: moment.state, after: moment.after, acked, ...damage } satisfies Examined));
      rmSync(join(scratch, String(moment.state)), { recursive: true });
    }
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** Each state that is opened with threads starts a writer thread, and bytecode starts faster than the source. */
async function bundleWriter(folder: string): Promise<URL> {
  const { outputs } = await Bun.build({
    entrypoints: [threads.writer.pathname],
    outdir: folder,
    target: 'bun',
    format: 'cjs',
    bytecode: true,
  });
  return pathToFileURL((outputs[0] as Bun.BuildArtifact).path);
}

/** Writes a state to a real file system. @returns the path of its store */
function build(folder: string, { root, store }: Recording, disk: Disk, { random }: Moment): string {
  const state = cutPower(disk, root, random);
  const moved = (path: string) => join(folder, path.slice(root.length));
  for (const [path, bytes] of state) {
    if (bytes) writeFileSync(moved(path), bytes);
    else mkdirSync(moved(path), { recursive: true });
  }
  addIndex(moved(store), state.has(store), random);
  return moved(store);
}

/** The index of the log is never synced and may hold anything; SQLite must not rely on it. */
function addIndex(store: string, there: boolean, random: Moment['random']): void {
  const size = random.pick([0, 0, 3, 32_768, 65_536]);
  if (there && size > 0) writeFileSync(`${store}-shm`, Buffer.alloc(size, random.next() < 0.5 ? 0 : Math.ceil(random.next() * 255)));
}
