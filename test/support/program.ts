import type { Subprocess } from 'bun';
import { killWithThisProcess } from './orphans.ts';

/** The program as it runs. */
export type Running = {
  url: string;
  process: Subprocess;
  /** Everything that it has written so far; of a long run, only the end. */
  output(): string;
  /**
   * Ends it with a signal and checks its whole run.
   *
   * @param send how to send the signal, if that takes more than a kill
   * @throws where it ended by itself, did not end as it should, or its log has an unexpected error
   */
  end(signal: NodeJS.Signals, send?: () => void): Promise<void>;
};

export type How = {
  /** A descriptor for its log, which then is not in `output` and not checked. */
  stdout?: number | undefined;
  /** The log lines of level error that the test causes on purpose. */
  expectErrors?: RegExp[] | undefined;
};

/** Characters of a program's output that are kept. */
const maxOutput = 2 ** 28;
/** A program that has not ended after this time never will, in ms: it drains for 6 s, and statements under way may take longer. */
const patience = 40_000;
/** A program that does not listen by then never will, in ms. */
const startPatience = 300_000;

/** Starts the program and waits until it listens. @param command the program, or what runs it, such as a tracer */
export async function launch(env: Record<string, string>, command: string[], { stdout, expectErrors }: How = {}): Promise<Running> {
  const child = killWithThisProcess(Bun.spawn(command, { env, stdin: 'ignore', stdout: stdout ?? 'pipe', stderr: 'pipe' }));
  let output = '';
  const listeningUrl = Promise.withResolvers<string>();
  const listen = async (stream: ReadableStream<Uint8Array>, onText: (text: string) => void) => {
    const decoder = new TextDecoder();
    let listening = false;
    for await (const chunk of stream) {
      const text = decoder.decode(chunk, { stream: true });
      onText(text);
      output += text;
      if (output.length > maxOutput) output = output.slice(-maxOutput / 2);
      if (listening) continue;
      const url = /Listening {5}(\S+)/.exec(output)?.[1];
      listening = url !== undefined && output.includes('Store');
      if (url && listening) listeningUrl.resolve(url);
    }
  };
  const log = watchLog(expectErrors ?? []);
  const err = watchErrors();
  const read = Promise.all([
    child.stdout instanceof ReadableStream ? listen(child.stdout, log.hear) : undefined,
    listen(child.stderr, err.hear),
  ]);
  const late = setTimeout(() => child.kill('SIGKILL'), startPatience);
  const url = await Promise.race([listeningUrl.promise, child.exited.then(() => read)]);
  clearTimeout(late);
  if (typeof url !== 'string') {
    throw new Error(`the program ended at its start:\n${output}`);
  }
  let ended = false;

  async function end(signal: NodeJS.Signals, send: () => void = () => child.kill(signal)): Promise<void> {
    if (ended) return;
    ended = true;
    const endedBefore = child.exitCode !== null || child.signalCode !== null;
    if (!endedBefore) send();
    const inTime = endedBefore || (await endsInTime(child));
    await read;
    const wrong = [
      ...(endedBefore ? [`it had ended by itself (${how(child)})`] : []),
      ...(inTime ? [] : [`it had not ended ${patience} ms after ${signal}`]),
      ...(endedBefore || !inTime || endedBy(child, signal) ? [] : [`${signal} ended it with ${how(child)}`]),
      ...log.errors,
      ...err.errors,
    ];
    if (wrong.length > 0)
      throw new Error(`the program did what it must not:\n${wrong.join('\n')}\nIts last output:\n${output.slice(-4_000)}`);
  }
  return { url, process: child, output: () => output, end };
}

async function endsInTime(child: Subprocess): Promise<boolean> {
  const late = setTimeout(() => child.kill('SIGKILL'), patience);
  const start = performance.now();
  await child.exited;
  clearTimeout(late);
  return performance.now() - start < patience;
}

/** A shell or tracer in between reports a death by signal as 128 plus its number. */
function endedBy({ exitCode, signalCode }: Subprocess, signal: NodeJS.Signals): boolean {
  if (signal === 'SIGKILL') return signalCode === 'SIGKILL' || exitCode === 137;
  return exitCode === 0 && signalCode === null;
}

function how({ exitCode, signalCode }: Subprocess): string {
  return signalCode === null ? `code ${exitCode}` : String(signalCode);
}

type Watch = { errors: string[]; hear(text: string): void };

/** Reads the log: each line of level error is a fault unless it was expected. */
function watchLog(expected: RegExp[]): Watch {
  return watchLines((line) => line.includes('"level":"error"') && !expected.some((pattern) => pattern.test(line)));
}

/** Reads standard error: the runtime's own messages about a throw or a crash. */
function watchErrors(): Watch {
  return watchLines((line) => /^\s+at .+:\d+|^\w*error:|panic/i.test(line));
}

/** The most errors that a report lists. */
const maxErrors = 20;

function watchLines(isError: (line: string) => boolean): Watch {
  const errors: string[] = [];
  let rest = '';
  return {
    errors,
    hear(text) {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) if (errors.length < maxErrors && isError(line)) errors.push(line);
    },
  };
}
