import { type AddressRange, addressBits, isWithin, parseRange } from '../model/network.ts';

/** Blocks of IPv4 that are not globally reachable unicast (IANA IPv4 Special-Purpose Address Registry; RFC 1112, RFC 5771). */
const specialIpv4 = ranges(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
);
const globalUnicast = range('2000::/3');
/**
 * Blocks of the global unicast range that are reserved, for examples, or embed an IPv4 address, as Teredo and 6to4 do (IANA IPv6
 * Special-Purpose Address Registry).
 */
const specialIpv6 = ranges('2001::/23 2001:db8::/32 2002::/16 3fff::/20');
const ipv4Mapped = range('::ffff:0:0/96');
/** RFC 6052 §2.1: the last 32 bits are the IPv4 address of the target. */
const nat64 = range('64:ff9b::/96');

/** Whether an address in any spelling belongs to one host of the public internet. */
export function isGlobal(address: string): boolean {
  const bits = addressBits(address);
  if (bits === undefined) return false;
  if (isWithin(bits, nat64)) return isGlobalIpv4(ipv4Mapped.first | (bits & 0xffffffffn));
  if (isWithin(bits, ipv4Mapped)) return isGlobalIpv4(bits);
  return isWithin(bits, globalUnicast) && !specialIpv6.some((block) => isWithin(bits, block));
}

function isGlobalIpv4(bits: bigint): boolean {
  return !specialIpv4.some((block) => isWithin(bits, block));
}

function ranges(...lists: string[]): AddressRange[] {
  return lists.flatMap((list) => list.split(' ').map(range));
}

function range(text: string): AddressRange {
  const parsed = parseRange(text);
  if (!parsed) throw new Error(`${text} is no range of addresses`);
  return parsed;
}
