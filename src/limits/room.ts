/** Bytes that many clients share, of which each may hold some for a while. */
export type Room = {
  /**
   * @returns gives the bytes back, once however often it is called; undefined where the client would then hold more than half of
   * what is left for all others
   */
  take(client: string, bytes: number): (() => void) | undefined;
  /** Bytes that are held. */
  taken(): number;
};

/**
 * Nobody may hold more than half of what stays free. So one client has at most a third, and the next client finds room,
 * after ten greedy ones for a sixtieth of it all; as they give back and take again, shares become equal (Choudhury and Hahne,
 * "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998).
 *
 * @param size bytes
 */
export function createRoom(size: number): Room {
  const held = new Map<string, number>();
  let taken = 0;

  function add(client: string, bytes: number): void {
    taken += bytes;
    const now = (held.get(client) ?? 0) + bytes;
    if (now === 0) held.delete(client);
    else held.set(client, now);
  }

  return {
    take(client, bytes) {
      if ((held.get(client) ?? 0) + bytes > (size - taken - bytes) / 2) return undefined;
      add(client, bytes);
      let given = false;
      return () => {
        if (!given) add(client, -bytes);
        given = true;
      };
    },
    taken: () => taken,
  };
}
