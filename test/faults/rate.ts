/** Sends one request of a load and says how it was answered: a status, 0 where it was not. */
export type Send = () => Promise<number>;

/** Load at a steady rate, whatever the answers take; `skipped` are those for which too many others still waited. */
export type Steady = { statuses: Map<number, number>; skipped(): number; stop(): Promise<void> };

const tick = 10;

/** How many requests a second are answered where each of so many senders waits for its answer. */
export async function capacityOf(send: Send, senders: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const work = async () => {
    for (; performance.now() < end; answered++) await send();
  };
  await Promise.all(Array.from({ length: senders }, work));
  return answered / seconds;
}

/** @param mostWaiting requests under way at once */
export function startSteady(send: Send, perSecond: number, mostWaiting: number): Steady {
  const statuses = new Map<number, number>();
  const waiting = new Set<Promise<void>>();
  const start = performance.now();
  let due = 0;
  let skipped = 0;
  const timer = setInterval(() => {
    for (const now = ((performance.now() - start) / 1000) * perSecond; due < now; due++) {
      if (waiting.size >= mostWaiting) skipped++;
      else sendOne();
    }
  }, tick);

  function sendOne(): void {
    const answer = send().then((status) => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      waiting.delete(answer);
    });
    waiting.add(answer);
  }

  return {
    statuses,
    skipped: () => skipped,
    async stop() {
      clearInterval(timer);
      await Promise.all(waiting);
    },
  };
}
