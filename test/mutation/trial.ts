import { checkers, type Experience, type Judge } from './judges.ts';
import type { Mistake } from './mistake.ts';
import type { Tree } from './tree.ts';

/** `killedBy` names who saw the mistake: a judge, the compiler and the linter asked last. */
export type Verdict = { mistake: Mistake; killedBy: string | undefined; seconds: number };

export type Trial = {
  /** Asks one judge after the other until one sees the mistake. */
  judge(mistake: Mistake): Promise<Verdict>;
  /** The control at the end: whether all who saw a mistake are still green without one. */
  askAgain(): Promise<void>;
  /** Those that were red without a mistake, and what they said: they judge nothing. */
  unfit: Map<Judge, string>;
};

/** @param most how many judges are asked about each mistake */
export function createTrial(tree: Tree, judges: Judge[], experience: Experience, most: number): Trial {
  const fit = new Set<Judge>();
  const unfit = new Map<Judge, string>();

  async function askJudges(mistake: Mistake): Promise<string | undefined> {
    for (const judge of [...experience.inOrder(judges, mistake.file, most), ...checkers]) {
      if (unfit.has(judge)) continue;
      const usual = experience.secondsOf(judge);
      const { green, seconds } = await tree.withMistake(mistake, () => run(tree, judge, 60 + usual * 5));
      if (green) experience.noteSeconds(judge, seconds);
      if (green || !(fit.has(judge) || (await control(judge)))) continue;
      experience.noteFind(judge, mistake.file);
      return judge.name;
    }
    return undefined;
  }

  /** Whether a judge is green without a mistake: only then does it count that it is red with one. */
  async function control(judge: Judge): Promise<boolean> {
    const { green, seconds, output } = await run(tree, judge, 300);
    if (green) {
      fit.add(judge);
      experience.noteSeconds(judge, seconds);
    } else unfit.set(judge, output.slice(-2_000));
    return green;
  }

  return {
    unfit,
    async judge(mistake) {
      const start = performance.now();
      const killedBy = await askJudges(mistake);
      return { mistake, killedBy, seconds: (performance.now() - start) / 1000 };
    },
    async askAgain() {
      for (const judge of fit) await control(judge);
    },
  };
}

/** @param limit seconds; what hangs for so long is red */
async function run({ folder }: Tree, { command }: Judge, limit: number): Promise<{ green: boolean; seconds: number; output: string }> {
  const start = performance.now();
  const env = { ...process.env, TEST_ENGINE: 'sqlite' };
  const child = Bun.spawn(command, { cwd: folder, env, stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' });
  const late = setTimeout(() => child.kill(), limit * 1000);
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  clearTimeout(late);
  return { green: code === 0, seconds: (performance.now() - start) / 1000, output: out + err };
}
