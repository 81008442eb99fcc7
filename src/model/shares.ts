export type Holder = {
  name: string;
  /** The most it may hold, as a part of what then stays free. */
  part: number;
};

/** Memory or places, of which each holder may have some for a while. */
export type Shares = ReturnType<typeof createShares>;

/**
 * Bounds what each holder has by what stays free, so however many greedy ones there are, the next one finds some. As they give
 * back and take again, their shares become equal (Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet
 * Switches", 1998). A holder of nothing may take 1 while there is any.
 */
export function createShares(size: number) {
  const held = new Map<string, number>();
  const heldBy = (name: string) => held.get(name) ?? 0;
  let free = size;

  function add(amount: number, holders: Holder[]): void {
    free -= amount;
    for (const { name } of holders) {
      const now = heldBy(name) + amount;
      if (now === 0) held.delete(name);
      else held.set(name, now);
    }
  }

  return {
    /**
     * Takes an amount, which counts for each of the holders.
     *
     * @returns gives it back, once however often it is called; undefined where less is free, or a holder would have more than its part
     */
    take(amount: number, ...holders: Holder[]): (() => void) | undefined {
      const left = free - amount;
      if (left < 0 || holders.some(({ name, part }) => heldBy(name) + amount > Math.max(1, left * part))) return undefined;
      add(amount, holders);
      let given = false;
      return () => {
        if (!given) add(-amount, holders);
        given = true;
      };
    },
  };
}
