import type { Subprocess } from 'bun';
import { until } from '../../faults/until.ts';
import { killWithThisProcess } from '../orphans.ts';

/** A helper in a separate process, so that its work does not delay the measurement. */
export type Helper = {
  pid: number;
  /** The last line of its output, "" before the first. */
  said(): string;
  end(): Promise<void>;
};

/** @param program a file of this folder */
export function startHelper(program: string, ...args: (string | number)[]): Helper {
  const file = new URL(program, import.meta.url).pathname;
  const child: Subprocess<'ignore', 'pipe', 'inherit'> = killWithThisProcess(
    Bun.spawn([process.execPath, file, ...args.map(String)], { stdin: 'ignore', stdout: 'pipe', stderr: 'inherit' }),
  );
  let last = '';
  void (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of child.stdout) {
      text += decoder.decode(chunk, { stream: true });
      const lines = text.split('\n');
      last = lines.at(-2) ?? last;
      text = lines.at(-1) ?? '';
    }
  })();
  return {
    pid: child.pid,
    said: () => last,
    async end() {
      child.kill('SIGKILL');
      await child.exited;
    },
  };
}

/** Waits until the helper prints a number of at least `least`. @throws where it does not */
export async function reached(helper: Helper, least: number): Promise<number> {
  const isReached = () => helper.said() !== '' && Number(helper.said()) >= least;
  await until(isReached, 'a helper did not reach its number; does another process use up the machine or its ports?').catch((error) => {
    throw new Error(`${error.message} It said "${helper.said()}", not ${least}.`);
  });
  return Number(helper.said());
}
