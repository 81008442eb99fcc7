/** How often readers got each status. 0 means no answer. */
export type Reading = { statuses: Map<number, number>; stop(): Promise<Map<number, number>> };

/** Between two requests of a reader, in ms. */
const pause = 5;
/** After this time, in ms, a request counts as not answered. It is long enough for a busy machine. */
const timeOut = 20_000;

/** Readers that request these paths in turn, until stopped. @param urlOf called each time: a restart may change the address */
export function startReaders(urlOf: () => string, count: number, paths: string[]): Reading {
  const statuses = new Map<number, number>();
  let stopped = false;
  const readers = Array.from({ length: count }, async (_, reader) => {
    for (let n = reader; !stopped; n++) {
      const status = await statusOf(`${urlOf()}${paths[n % paths.length]}`);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      await Bun.sleep(pause);
    }
  });
  return {
    statuses,
    async stop() {
      stopped = true;
      await Promise.all(readers);
      return statuses;
    },
  };
}

async function statusOf(url: string): Promise<number> {
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeOut) });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return 0;
  }
}

/** A sentence for each status other than 200. */
export function faultsOfReading(statuses: Map<number, number>): string[] {
  return [...statuses]
    .filter(([status]) => status !== 200)
    .map(([status, times]) => `${times} reads were answered ${status || 'not at all'}`);
}

/** For example "997 of 1000 reads 200". */
export function describeReading(statuses: Map<number, number>): string {
  const all = [...statuses.values()].reduce((sum, times) => sum + times, 0);
  return `${statuses.get(200) ?? 0} of ${all} reads 200`;
}

/** The sum of two counts. */
export function added(a: Map<number, number>, b: Map<number, number>): Map<number, number> {
  return new Map([...new Set([...a.keys(), ...b.keys()])].map((status) => [status, (a.get(status) ?? 0) + (b.get(status) ?? 0)]));
}
