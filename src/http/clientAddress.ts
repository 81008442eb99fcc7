import { type AddressRange, addressBits, isWithin } from '../model/network.ts';

/**
 * Who sent a request. `X-Forwarded-For` is believed only as far as configured proxies wrote it: each appends the address it
 * heard from, so it is read from its right end, and the first that is no such proxy is the client. What is no address
 * ends the reading at the proxy that passed it on.
 *
 * @param peer the other end of the connection
 * @param headers of the request
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
