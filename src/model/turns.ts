/** Waiting slots that are shared fairly among those who wait. */
export type Turns<T> = {
  /** @returns false where all slots are taken, or this client has its share of them */
  enter(client: string, waiter: T): boolean;
  /** Gives up waiting. */
  leave(client: string, waiter: T): void;
  /** Takes whose turn it is: of the clients with the fewest under way, the one that has had the least. */
  next(): T | undefined;
  /** Ends a turn that `next` gave. @param cost in any unit, the same for all */
  done(client: string, cost: number): void;
  waiting(): number;
};

type Queue<T> = { waiting: T[]; underWay: number; had: number };

/**
 * Turns go to clients, not to requests: who sends many waits for the own ones. Nobody gathers turns by staying away, and what
 * was had is forgotten once a client has nothing here.
 *
 * @param slots how many may wait at once
 * @param share how many of them one client may take
 */
export function createTurns<T>(slots: number, share: number): Turns<T> {
  const queues = new Map<string, Queue<T>>();
  let waiting = 0;

  function queueOf(client: string): Queue<T> {
    const known = queues.get(client);
    if (known) return known;
    const had = Math.min(...[...queues.values()].map((queue) => queue.had));
    const fresh = { waiting: [], underWay: 0, had: queues.size > 0 ? had : 0 };
    queues.set(client, fresh);
    return fresh;
  }

  function forgetIdle(client: string, { waiting, underWay }: Queue<T>): void {
    if (waiting.length === 0 && underWay === 0) queues.delete(client);
  }

  return {
    enter(client, waiter) {
      if (waiting >= slots || (queues.get(client)?.waiting.length ?? 0) >= share) return false;
      queueOf(client).waiting.push(waiter);
      waiting++;
      return true;
    },
    leave(client, waiter) {
      const queue = queues.get(client);
      const at = queue?.waiting.indexOf(waiter) ?? -1;
      if (!queue || at < 0) return;
      queue.waiting.splice(at, 1);
      waiting--;
      forgetIdle(client, queue);
    },
    next() {
      let first: Queue<T> | undefined;
      for (const queue of queues.values()) if (queue.waiting.length > 0 && (!first || goesBefore(queue, first))) first = queue;
      const waiter = first?.waiting.shift();
      if (!first || waiter === undefined) return undefined;
      first.underWay++;
      waiting--;
      return waiter;
    },
    done(client, cost) {
      const queue = queues.get(client);
      if (!queue) return;
      queue.underWay--;
      queue.had += cost;
      forgetIdle(client, queue);
    },
    waiting: () => waiting,
  };
}

function goesBefore(a: Queue<unknown>, b: Queue<unknown>): boolean {
  return a.underWay === b.underWay ? a.had < b.had : a.underWay < b.underWay;
}
