export type ShareOwner = {
  name: string;
  /** A holder may have at most this part of the amount that is still free. */
  part: number;
};

/**
 * Memory or places, of which each holder may have a part for a while. Bounds each holder to a part of what is still free, so
 * something is left for the next holder. As holders release and take again, their shares become equal (Choudhury and Hahne,
 * "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998). A new holder may take 1 while any is free.
 */
export function createShares(size: number) {
  const held = new Map<string, number>();
  const heldBy = (name: string) => held.get(name) ?? 0;
  let free = size;

  function add(amount: number, holders: ShareOwner[]): void {
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
     * @returns a function that releases it; further calls do nothing. Undefined if less is free, or a holder would exceed its part
     */
    take(amount: number, ...holders: ShareOwner[]): (() => void) | undefined {
      const left = free - amount;
      if (left < 0 || holders.some(({ name, part }) => heldBy(name) + amount > Math.max(1, left * part))) return undefined;
      add(amount, holders);
      let isReleased = false;
      return () => {
        if (!isReleased) add(-amount, holders);
        isReleased = true;
      };
    },
  };
}
