/**
 * The key under which something is counted in the store. Lists of parts that differ never have the same one, whatever a
 * client writes into a part.
 *
 * @param digestKey of the store: without it nobody can look up which addresses its counters are of
 */
export function digest(digestKey: string, parts: string[]): string {
  return new Bun.CryptoHasher('sha256', `tries ${digestKey}`).update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
