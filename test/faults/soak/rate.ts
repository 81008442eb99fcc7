/** The outcome of one request: its status, 0 without an answer, and the bytes of the answer's body. */
export type Outcome = { status: number; bytes: number };
export type Send = () => Promise<Outcome>;

/** Every request that was sent, by its outcome. */
export type Tally = { statuses: Map<number, number>; answers: number; bytes: number };

export type Load = {
  /** The counts since the last call. */
  take(): Tally & { seconds: number };
  stop(): Promise<void>;
};

/** Requests answered per second when each sender waits for an answer before it sends the next request. */
export async function capacityOf(send: Send, senders: number, seconds: number): Promise<number> {
  const end = performance.now() + seconds * 1000;
  let answered = 0;
  const work = async () => {
    for (; performance.now() < end; answered++) await send();
  };
  await Promise.all(Array.from({ length: senders }, work));
  return answered / seconds;
}

/** Sends `perSecond` requests a second. A free sender takes the next due request. Slow answers delay a request by at most a second. */
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
      // Requests that are more than a second late are not sent, so no burst follows a pause.
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
