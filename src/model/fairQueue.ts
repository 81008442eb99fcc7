/**
 * A client, or several clients as one, such as a network. `turnCount`: its turns that wait or run. `usedMs`: the ms of its finished turns.
 */
type Group = { turnCount: number; running: number; usedMs: number; members: Map<string, Group> };

/**
 * Runs few turns at once. The next turn goes to the client with the fewest running turns; among equals, to the one that has used the least
 * time. Clients are compared by their largest groups first, then by the groups within. A client with many requests delays another only by
 * one turn. The time that a client has used is forgotten after its last turn. A new client starts with the least time of the others, so
 * nobody gains by leaving and returning.
 *
 * @param now ms of any clock
 */
export function createFairQueue(atOnce: number, now = () => performance.now()) {
  const outermost = new Map<string, Group>();
  /** The functions that start the waiting turns, in order of arrival. */
  const waiting = new Map<() => void, Group[]>();
  let running = 0;

  function startNext(): void {
    while (running < atOnce && waiting.size > 0) {
      const [begin] = [...waiting].reduce((first, other) => (goesBefore(other[1], first[1]) ? other : first));
      begin();
    }
  }

  return {
    /**
     * Waits for a turn.
     *
     * @param client from the largest group to the smallest, for example a network and an account in it
     * @param signal aborts the wait, with its reason
     * @returns a function that ends the turn
     */
    enter(client: string[], signal?: AbortSignal): Promise<() => void> {
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const groups = arrive(client, outermost);
      const giveUp = () => {
        waiting.delete(begin);
        leave(client, outermost);
        reject(signal?.reason);
      };
      const begin = () => {
        signal?.removeEventListener('abort', giveUp);
        waiting.delete(begin);
        running++;
        for (const group of groups) group.running++;
        const start = now();
        resolve(() => {
          running--;
          for (const group of groups) {
            group.running--;
            group.usedMs += now() - start;
          }
          leave(client, outermost);
          startNext();
        });
      };
      waiting.set(begin, groups);
      signal?.addEventListener('abort', giveUp);
      startNext();
      return promise;
    },
    figures: (): { running: number; waiting: number } => ({ running, waiting: waiting.size }),
  };
}

function arrive([name, ...rest]: string[], siblings: Map<string, Group>): Group[] {
  if (name === undefined) return [];
  const group = siblings.get(name) ?? newGroup(siblings);
  group.turnCount++;
  siblings.set(name, group);
  return [group, ...arrive(rest, group.members)];
}

function newGroup(siblings: Map<string, Group>): Group {
  const usedMs = siblings.size === 0 ? 0 : Math.min(...[...siblings.values()].map(({ usedMs }) => usedMs));
  return { turnCount: 0, running: 0, usedMs, members: new Map() };
}

function leave([name, ...rest]: string[], siblings: Map<string, Group>): void {
  const group = name === undefined ? undefined : siblings.get(name);
  if (name === undefined || !group) return;
  if (--group.turnCount === 0) siblings.delete(name);
  else leave(rest, group.members);
}

/** Compares two clients by the largest groups in which they differ. */
function goesBefore([a, ...membersOfA]: Group[], [b, ...membersOfB]: Group[]): boolean {
  if (!a || !b) return false;
  if (a === b) return goesBefore(membersOfA, membersOfB);
  return a.running === b.running ? a.usedMs < b.usedMs : a.running < b.running;
}
