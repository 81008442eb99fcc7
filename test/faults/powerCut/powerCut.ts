import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '../../support/seed.ts';
import type { Fault, Scale } from '../fault.ts';
import { cutMany, type Sum } from './many.ts';

type Weaker = 'normal' | 'off';
/** `states`: the number of states of each recording. */
type Size = { recordings: number; lives: number; seconds: number; states: number; weaker: Weaker[]; weakerStates: number };

const sizes: Record<Scale, Size> = {
  ci: { recordings: 2, lives: 4, seconds: 1.5, states: 1_000, weaker: ['normal', 'off'], weakerStates: 100 },
  long: { recordings: 20, lives: 4, seconds: 3, states: 5_000, weaker: ['normal', 'off'], weakerStates: 500 },
};

export const powerCut: Fault = {
  id: 'F2',
  title: 'power cut, SQLite',
  missing() {
    const traces =
      process.platform === 'linux' && Bun.which('strace') && Bun.spawnSync(['strace', '-f', '-o', '/dev/null', 'true']).success;
    return traces ? undefined : 'Linux, strace (apt-get install strace) and the right to trace a process';
  },
  async run(scale, say) {
    const { weaker, weakerStates, recordings, ...size } = sizes[scale];
    const folder = mkdtempSync(join(tmpdir(), 'rockola-power-'));
    const cut = (synchronous: Weaker | 'full', some: Partial<Size>, recordings: number) =>
      cutMany(join(folder, synchronous), { ...size, ...some, synchronous }, recordings, seed, (sum) => say(`${synchronous}: ${tell(sum)}`));
    const [full, ...controls] = await Promise.all([
      cut('full', {}, recordings),
      ...weaker.map((synchronous) => cut(synchronous, { lives: 1, seconds: Math.min(size.seconds, 1), states: weakerStates }, 1)),
    ]);
    for (const synchronous of weaker) rmSync(join(folder, synchronous), { recursive: true });
    // Recordings that broke a promise stay, since the report has commands that rebuild their states.
    if (full.broken.length === 0) rmSync(folder, { recursive: true });
    const blind = weaker.filter((_, i) => controls[i]?.losing === 0);
    return {
      did: `${full.states} states of the disk (seed ${seed}) from ${full.events} recorded events, ${full.acked} acked writes, ${full.checkpoints} checkpoints, ${full.kills} \`kill -9\` between`,
      found: tell(full),
      control: weaker.map((synchronous, i) => `synchronous=${synchronous.toUpperCase()}: ${tell(controls[i] ?? full)}`).join('; '),
      broken: [...full.broken, ...blind.map((synchronous) => `the control with synchronous=${synchronous} lost nothing`)],
    };
  },
};

function tell({ states, losing, harmed }: Sum): string {
  return `${losing} of ${states} states lost acked writes, ${harmed} were damaged`;
}
