import { isIP } from 'node:net';

/** A CIDR block in the 128 bits of IPv6. */
export type AddressRange = { first: bigint; length: number };

const mapped = 0xffffn << 32n;

/** An address in any spelling as 128 bits, IPv4 mapped to IPv6 (RFC 4291 §2.5.5.2); undefined for text that is no address. */
export function addressBits(text: string): bigint | undefined {
  const zone = text.indexOf('%');
  const address = zone < 0 ? text : text.slice(0, zone);
  const family = isIP(address);
  // Only IPv6 addresses have a zone (RFC 4007 §11).
  if (family === 0 || (family === 4 && zone >= 0)) return undefined;
  return family === 4 ? mapped | ipv4Bits(address) : ipv6Bits(address);
}

/**
 * The unit of limits: an IPv4 address, or an IPv6 /64, which is the smallest block that one customer gets (RFC 6177 §2) and whose addresses
 * its machines choose freely.
 *
 * @returns undefined for text that is no address
 */
export function networkOf(address: string): string | undefined {
  if (isIP(address) === 4) return address;
  const bits = addressBits(address);
  if (bits === undefined) return undefined;
  if (bits >> 32n === 0xffffn) return [24n, 16n, 8n, 0n].map((shift) => (bits >> shift) & 0xffn).join('.');
  return `${(bits >> 64n).toString(16)}/64`;
}

/** Undefined for text that is neither an address nor a CIDR block, and for a block with bits set after its length. */
export function parseRange(text: string): AddressRange | undefined {
  const [address = '', length, ...rest] = text.split('/');
  const first = addressBits(address);
  const bits = isIP(address) === 4 ? 32 : 128;
  const prefix = length === undefined ? bits : /^\d{1,3}$/.test(length) ? Number(length) : 129;
  if (first === undefined || rest.length > 0 || prefix > bits) return undefined;
  const range = { first, length: 128 - bits + prefix };
  return (first & ((1n << BigInt(128 - range.length)) - 1n)) === 0n ? range : undefined;
}

export function isWithin(bits: bigint, { first, length }: AddressRange): boolean {
  return (bits ^ first) >> BigInt(128 - length) === 0n;
}

function ipv4Bits(text: string): bigint {
  return text.split('.').reduce((bits, part) => (bits << 8n) | BigInt(part), 0n);
}

function ipv6Bits(text: string): bigint {
  const [head = '', tail] = text.split('::');
  const before = groups(head);
  const after = tail === undefined ? [] : groups(tail);
  const between = Array<bigint>(8 - before.length - after.length).fill(0n);
  return [...before, ...between, ...after].reduce((bits, group) => (bits << 16n) | group, 0n);
}

function groups(text: string): bigint[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [BigInt(`0x${group}`)];
    const bits = ipv4Bits(group);
    return [bits >> 16n, bits & 0xffffn];
  });
}
