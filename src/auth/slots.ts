/** The holder of a slot: the network the request came from, and the account it is about where there is one. */
export type Holder = { network: string; account?: string | undefined };

/** Refused: all slots are taken, or who asked has a fair share of them. */
export class NoSlot extends Error {}

export type Slots = {
  /**
   * Holds a slot for as long as `work` takes; in it, each `turn` waits until it is due.
   *
   * @throws NoSlot at once where there is none to be had
   */
  use<T>(holder: Holder, work: (turn: <R>(job: () => Promise<R>) => Promise<R>) => Promise<T>): Promise<T>;
  /** Takes a slot for who is about to hold one. @returns gives it back, once however often it is called @throws NoSlot as `use` */
  take(holder: Holder): () => void;
  /** Jobs under way, and those that wait for their turn. */
  figures(): { running: number; waiting: number };
};

/** An account may hold one slot for each of this many that are free, its network as many as are free. */
const accountShare = 8;

/**
 * Lets few jobs run at a time, and shares the turns: networks take theirs one after the other, and the accounts of a network
 * likewise, so a hundred jobs of one delay another by one. Shares of slots shrink as these become few, so that those which a
 * crowd gives back go to who holds none.
 *
 * @param atOnce jobs under way at the same time
 * @param slots that are held at the same time
 */
export function createSlots(atOnce: number, slots: number): Slots {
  const held = { byNetwork: createTally(), byAccount: createTally() };
  const waiting = createLanes();
  let running = 0;

  function hasRoom({ network, account }: Holder): boolean {
    const free = slots - held.byNetwork.all();
    if (free <= 0 || held.byNetwork.of(network) >= free) return false;
    return account === undefined || held.byAccount.of(account) < Math.max(1, free / accountShare);
  }

  function add({ network, account }: Holder, by: 1 | -1): void {
    held.byNetwork.add(network, by);
    if (account !== undefined) held.byAccount.add(account, by);
  }

  function take(holder: Holder): () => void {
    if (!hasRoom(holder)) throw new NoSlot();
    add(holder, 1);
    let given = false;
    return () => {
      if (!given) add(holder, -1);
      given = true;
    };
  }

  async function turn<R>(holder: Holder, job: () => Promise<R>): Promise<R> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.add(holder, resolve));
    else running++;
    try {
      return await job();
    } finally {
      const next = waiting.next();
      if (next) next();
      else running--;
    }
  }

  return {
    take,
    async use(holder, work) {
      const giveBack = take(holder);
      try {
        return await work((job) => turn(holder, job));
      } finally {
        giveBack();
      }
    },
    figures: () => ({ running, waiting: waiting.size() }),
  };
}

/** Counts by name, and forgets names that count nothing. */
function createTally() {
  const counts = new Map<string, number>();
  const of = (name: string) => counts.get(name) ?? 0;
  let all = 0;
  return {
    of,
    all: () => all,
    add(name: string, by: number) {
      all += by;
      const count = of(name) + by;
      if (count === 0) counts.delete(name);
      else counts.set(name, count);
    },
  };
}

/** Who waits, by network and by account; maps keep the order in which these have their turns. */
function createLanes() {
  const networks = new Map<string, Map<string, (() => void)[]>>();
  let size = 0;

  return {
    size: () => size,
    add({ network, account = '' }: Holder, go: () => void) {
      const accounts = networks.get(network) ?? new Map<string, (() => void)[]>();
      const jobs = accounts.get(account) ?? [];
      jobs.push(go);
      accounts.set(account, jobs);
      networks.set(network, accounts);
      size++;
    },
    /** The next in turn; their network and account go to the end. */
    next(): (() => void) | undefined {
      const [[network, accounts] = []] = networks;
      const [[account, jobs] = []] = accounts ?? [];
      if (network === undefined || accounts === undefined || account === undefined || jobs === undefined) return undefined;
      const go = jobs.shift();
      accounts.delete(account);
      if (jobs.length > 0) accounts.set(account, jobs);
      networks.delete(network);
      if (accounts.size > 0) networks.set(network, accounts);
      size--;
      return go;
    },
  };
}
