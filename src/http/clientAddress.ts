import { type AddressRange, addressBits, isWithin } from '../model/network.ts';

/**
 * The address of a client. Each proxy appends the address of its peer to `X-Forwarded-For`. So the header is read from its right end, and
 * the first address that is no configured proxy is the client's. Reading stops at text that is no address: the client is then the proxy
 * that forwarded it.
 *
 * @param peer the other end of the connection
 */
export function clientAddress(peer: string, headers: Headers, proxies: AddressRange[]): string {
  const forwarded = proxies.length > 0 ? headers.get('x-forwarded-for') : null;
  if (forwarded === null) return peer;
  let client = peer;
  let bits = addressBits(peer);
  for (let end = forwarded.length; end > 0 && isWithinAny(bits, proxies); ) {
    const comma = forwarded.lastIndexOf(',', end - 1);
    const hop = forwarded.slice(comma + 1, end).trim();
    bits = addressBits(hop);
    if (bits !== undefined) client = hop;
    end = comma;
  }
  return client;
}

function isWithinAny(bits: bigint | undefined, ranges: AddressRange[]): boolean {
  return bits !== undefined && ranges.some((range) => isWithin(bits, range));
}
