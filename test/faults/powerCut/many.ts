import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { count } from '../../support/ledger/ledger.ts';
import { requireComplete } from './complete.ts';
import type { Examined } from './examine.ts';
import { type Plan, readRecording, record } from './recording.ts';
import { spokeTooEarly } from './tooEarly.ts';

/** The result of many cuts; `losing` and `harmed` count states. */
export type Sum = {
  states: number;
  events: number;
  acked: number;
  kills: number;
  checkpoints: number;
  losing: number;
  harmed: number;
  broken: string[];
};

const writers = 8;
const program = new URL('./examine.ts', import.meta.url).pathname;

/** Records the program a few times and cuts the power in `plan.states` states of each. Recordings with broken promises stay in `folder`. */
export async function cutMany(
  folder: string,
  { states, ...plan }: Omit<Plan, 'writers'> & { states: number },
  recordings: number,
  seed: number,
  say: (sum: Sum) => void,
): Promise<Sum> {
  const sum: Sum = { states: 0, events: 0, acked: 0, kills: 0, checkpoints: 0, losing: 0, harmed: 0, broken: [] };
  for (let n = 0; n < recordings; n++) {
    const recordingFolder = join(folder, String(n));
    const before = sum.broken.length;
    mkdirSync(recordingFolder, { recursive: true });
    await recordInto(sum, recordingFolder, { ...plan, writers });
    await examineAll(recordingFolder, seed, states, (seen) => add(sum, seen, `bun ${program} ${recordingFolder} ${seed} ${seen.state} 1`));
    say(sum);
    if (sum.broken.length === before) rmSync(recordingFolder, { recursive: true });
  }
  return sum;
}

async function recordInto(sum: Sum, folder: string, plan: Plan): Promise<void> {
  await record(folder, plan);
  const recording = await readRecording(folder);
  requireComplete(recording);
  sum.broken.push(...spokeTooEarly(recording));
  const events = recording.lives.flatMap((life) => life.events);
  sum.events += events.length;
  // Only a checkpoint writes to the database file, and it ends with an fsync of that file.
  sum.checkpoints += events.filter((event) => event.kind === 'sync ends' && event.path === recording.store).length;
  sum.acked += count(recording.ledger, 'acked');
  sum.kills += plan.lives - 1;
}

function add(sum: Sum, { lost, harm }: Examined, again: string): void {
  sum.states++;
  if (lost.length > 0) sum.losing++;
  if (harm.length > 0) sum.harmed++;
  const all = [...lost, ...harm];
  const more = all.length > 3 ? `; ${all.length - 3} more` : '';
  if (all.length > 0) sum.broken.push(`${all.slice(0, 3).join('; ')}${more}. See it again: ${again}`);
}

/** Two processes examine half of the states each, since opening a state as a store keeps a core busy. */
async function examineAll(folder: string, seed: number, states: number, onResult: (seen: Examined) => void): Promise<void> {
  const half = Math.ceil(states / 2);
  await Promise.all([examineSome(0, half), examineSome(half, states - half)]);

  async function examineSome(first: number, some: number): Promise<void> {
    const command = [process.execPath, program, folder, ...[seed, first, some].map(String)];
    const child = Bun.spawn(command, { stdout: 'pipe', stderr: 'pipe' });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    const lines = out.split('\n').filter(Boolean);
    if (code !== 0 || lines.length !== some)
      throw new Error(`${command.join(' ')} ended with ${code} after ${lines.length} states:\n${err}`);
    for (const line of lines) onResult(JSON.parse(line));
  }
}
