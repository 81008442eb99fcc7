/** What came of one request: its status, 0 where no answer came, and the bytes of the answer's body. */
export type Outcome = { status: number; bytes: number };
export type Send = () => Promise<Outcome>;

/** Every request that was sent, by what came of it. */
export type Tally = { statuses: Map<number, number>; answers: number; bytes: number };

export type Load = {
  /** What has been counted since the last look. */
  take(): Tally & { seconds: number };
  stop(): Promise<void>;
};

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

/**
 * Sends at a rate, each of the senders the next request that is due. Where the answers do not keep up, requests are sent late
 * and none is left out, so what was sent is what is counted.
 */
export function startLoad(send: Send, perSecond: number, senders: number): Load {
  let tally = empty();
  let since = performance.now();
  let due = performance.now();
  let stopped = false;

  async function work(): Promise<void> {
    while (!stopped) {
      const now = performance.now();
      if (due > now) {
        await Bun.sleep(due - now);
        continue;
      }
      // Anyone who is late by more than a second does not make up for it with a burst.
      due = Math.max(due + 1000 / perSecond, now - 1000);
      count(tally, await send());
    }
  }

  const done = Promise.all(Array.from({ length: senders }, work));
  return {
    take() {
      const seconds = (performance.now() - since) / 1000;
      const taken = { ...tally, seconds };
      tally = empty();
      since = performance.now();
      return taken;
    },
    async stop() {
      stopped = true;
      await done;
    },
  };
}

function count(tally: Tally, { status, bytes }: Outcome): void {
  tally.statuses.set(status, (tally.statuses.get(status) ?? 0) + 1);
  tally.answers++;
  tally.bytes += bytes;
}

function empty(): Tally {
  return { statuses: new Map(), answers: 0, bytes: 0 };
}
