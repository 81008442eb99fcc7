import { openConnection, type Reply } from './connection.ts';

/**
 * The answers to requests at a low rate, with times in ms. `p99` is the median of the p99 of each second, so one pause of the machine does
 * not change it.
 */
export type Times = { count: number; errors: number; p50: number; p99: number; worst: number };

export type Steady = {
  /** Collects the answers of this many seconds. */
  watch(seconds: number): Promise<Times>;
  stop(): void;
};

/**
 * Sends requests at a fixed rate over separate connections, whether or not earlier requests were answered. A time counts from the moment
 * when the request was due, so all requests that wait for a stalled server are slow.
 *
 * @param rate requests a second
 */
export async function startSteady(port: number, request: string, rate: number): Promise<Steady> {
  const connections = await Promise.all(Array.from({ length: 20 }, () => openConnection(port)));
  const idle = [...connections];
  const due: number[] = [];
  let times: number[] = [];
  let errors = 0;
  let next = performance.now();

  const timer = setInterval(() => {
    for (const now = performance.now(); next <= now; next += 1000 / rate) due.push(next);
    serve();
  }, 1);

  /** Takes the connections in turn, so that the server closes none as idle. */
  function serve(): void {
    while (due.length > 0 && idle.length > 0) void ask(idle.shift() as (typeof idle)[number], due.shift() as number);
  }

  async function ask(connection: (typeof idle)[number], since: number): Promise<void> {
    note(await connection.send(request), since);
    // A disconnected client reconnects at once, like a browser.
    const again = connection.closed ? await openConnection(port).catch(() => undefined) : connection;
    if (again) idle.push(again);
    serve();
  }

  function note(reply: Reply | undefined, since: number): void {
    if (reply?.status === 200) times.push(performance.now() - since);
    else errors++;
  }

  return {
    async watch(seconds) {
      const windows: number[][] = [];
      errors = 0;
      for (let i = 0; i < seconds; i++) {
        times = [];
        await Bun.sleep(1000);
        windows.push(times);
      }
      return timesOf(windows, errors);
    },
    stop() {
      clearInterval(timer);
      for (const connection of [...connections, ...idle]) connection.end();
    },
  };
}

function timesOf(windows: number[][], errors: number): Times {
  const all = windows.flat();
  const p99 = quantile(
    windows.map((times) => quantile(times, 0.99)),
    0.5,
  );
  return { count: all.length, errors, p50: quantile(all, 0.5), p99, worst: quantile(all, 1) };
}

/** @returns infinity if there are no times, since nobody was answered */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}
