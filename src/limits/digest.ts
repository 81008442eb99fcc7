/**
 * The key under which something is counted in the store. Lists of parts that differ never have the same one, whatever a
 * client writes into a part.
 *
 * @param secret makes it of no use to who reads the store
 */
export function digest(secret: string, parts: string[]): string {
  return new Bun.CryptoHasher('sha256', `tries ${secret}`).update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
