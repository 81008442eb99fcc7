import { openConnection, type Reply } from './connection.ts';

/**
 * The answers to requests at a low rate, times in ms; p99 is the median of the p99 of each second, so that one pause of the machine does
 * not count as typical.
 */
export type Times = { count: number; errors: number; p50: number; p99: number; worst: number };

export type Steady = {
  /** Collects the answers of this many seconds. */
  watch(seconds: number): Promise<Times>;
  stop(): void;
};

/**
 * Sends one request after another at a fixed rate over separate connections, whether or not earlier ones were answered. A time counts from
 * when the request was due, so that a server that stalls is charged for all waiting requests.
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

  /** Each connection in its turn, so that none is idle for so long that it is closed. */
  function serve(): void {
    while (due.length > 0 && idle.length > 0) void ask(idle.shift() as (typeof idle)[number], due.shift() as number);
  }

  async function ask(connection: (typeof idle)[number], since: number): Promise<void> {
    note(await connection.send(request), since);
    // A client that is cut off comes back at once, as a browser does.
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

/** @returns infinity if there are none: nobody was answered */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.POSITIVE_INFINITY;
}
