import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { count } from '../../ledger/ledger.ts';
import type { Fault, Scale } from '../fault.ts';
import { demandComplete } from './complete.ts';
import type { Examined } from './examine.ts';
import { type Plan, readRecording, record } from './recording.ts';

type Size = { recordings: number; lives: number; seconds: number; states: number; controlStates: number };

/** `states` of each recording. */
const sizes: Record<Scale, Size> = {
  short: { recordings: 1, lives: 2, seconds: 0.3, states: 40, controlStates: 8 },
  ci: { recordings: 2, lives: 4, seconds: 2, states: 1_000, controlStates: 100 },
  long: { recordings: 20, lives: 4, seconds: 3, states: 5_000, controlStates: 500 },
};

const program = new URL('./examine.ts', import.meta.url).pathname;
const writers = 8;

export const powerCut: Fault = {
  id: 'F2',
  title: 'power cut, SQLite',
  missing() {
    const traces =
      process.platform === 'linux' && Bun.which('strace') && Bun.spawnSync(['strace', '-f', '-o', '/dev/null', 'true']).success;
    return traces ? undefined : 'Linux, strace (apt-get install strace) and the right to trace a process';
  },
  async run(scale, say) {
    const size = sizes[scale];
    const seed = Math.floor(Math.random() * 2 ** 31);
    const folder = mkdtempSync(join(tmpdir(), 'rockola-power-'));
    const [full, normal, off] = await Promise.all([
      cutMany(join(folder, 'full'), 'full', size, seed, say),
      cutMany(join(folder, 'normal'), 'normal', control(size), seed, say),
      cutMany(join(folder, 'off'), 'off', control(size), seed, say),
    ]);
    const broken = [...full.broken];
    if (normal.losing === 0) broken.push('the control with synchronous=NORMAL lost nothing');
    if (off.losing + off.harmed === 0) broken.push('the control with synchronous=OFF neither lost nor harmed anything');
    // What is needed to build a state that broke a promise again.
    if (full.broken.length === 0) rmSync(folder, { recursive: true });
    return {
      did: `${full.states} states of the disk (seed ${seed}) from ${full.events} recorded events, ${full.acked} acked writes, ${size.recordings * (size.lives - 1)} kills between`,
      found: `${full.losing} states with a loss, ${full.harmed} damaged`,
      control: `NORMAL: ${tell(normal)}; OFF: ${tell(off)}`,
      broken,
    };
  },
};

function control(size: Size): Size {
  return { ...size, recordings: 1, lives: 1, seconds: Math.min(size.seconds, 1), states: size.controlStates };
}

type Sum = { states: number; events: number; acked: number; losing: number; harmed: number; broken: string[] };

async function cutMany(
  folder: string,
  synchronous: Plan['synchronous'],
  size: Size,
  seed: number,
  say: (progress: string) => void,
): Promise<Sum> {
  const sum: Sum = { states: 0, events: 0, acked: 0, losing: 0, harmed: 0, broken: [] };
  for (let n = 0; n < size.recordings; n++) {
    const own = join(folder, String(n));
    mkdirSync(own, { recursive: true });
    await record(own, { lives: size.lives, seconds: size.seconds, writers, synchronous });
    const recording = await readRecording(own);
    demandComplete(recording);
    sum.events += recording.lives.reduce((total, { events }) => total + events.length, 0);
    sum.acked += count(recording.ledger, 'acked');
    await examineAll(own, seed, size.states, (seen) => add(sum, seen, `bun ${program} ${own} ${seed} ${seen.state} 1`));
    say(`synchronous=${synchronous}: ${tell(sum)}`);
    if (sum.broken.length === 0) rmSync(own, { recursive: true });
  }
  return sum;
}

function add(sum: Sum, { lost, harm }: Examined, again: string): void {
  sum.states++;
  if (lost.length > 0) sum.losing++;
  if (harm.length > 0) sum.harmed++;
  const all = [...lost, ...harm];
  if (all.length > 0)
    sum.broken.push(`${all.slice(0, 3).join('; ')}${all.length > 3 ? `; ${all.length - 3} more` : ''}. See it again: ${again}`);
}

/** In two processes of their own: a state is opened as a store, and much of that is work of a processor. */
async function examineAll(folder: string, seed: number, states: number, hear: (seen: Examined) => void): Promise<void> {
  const half = Math.ceil(states / 2);
  await Promise.all([examineSome(0, half), examineSome(half, states - half)]);

  async function examineSome(first: number, some: number): Promise<void> {
    const command = [process.execPath, program, folder, ...[seed, first, some].map(String)];
    const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    const lines = out.split('\n').filter(Boolean);
    if (code !== 0 || lines.length !== some)
      throw new Error(`${command.join(' ')} ended with ${code} after ${lines.length} states:\n${err}`);
    for (const line of lines) hear(JSON.parse(line));
  }
}

function tell({ states, losing, harmed }: Sum): string {
  return `${losing} of ${states} states lost acked writes, ${harmed} were damaged`;
}
