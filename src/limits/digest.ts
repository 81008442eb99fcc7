/**
 * The key of a counter in the store. Different lists of parts have different keys, whatever a client writes into a part.
 *
 * @param digestKey a secret of the store: without it nobody can find out which addresses are counted
 */
export function digest(digestKey: string, parts: string[]): string {
  return new Bun.CryptoHasher('sha256', `tries ${digestKey}`).update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
