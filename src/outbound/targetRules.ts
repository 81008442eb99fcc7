import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { addressBits } from '../model/network.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import { portOf, readTargetUrl } from '../model/targetUrl.ts';
import { OutboundFailure } from './failure.ts';
import { isGlobal } from './globalAddress.ts';

export type Address = { address: string; family: number };
export type Lookup = (name: string) => Promise<Address[]>;

/** `publicUrl` and `ports` are those of this service, which no call may reach. */
export type Rules = { privateAllowed: boolean; publicUrl: string; ports: number[] };

/**
 * Resolves the name of an address once, and checks all resulting addresses. Only these may then be called, since a second lookup could
 * return others.
 *
 * @throws OutboundFailure
 */
export async function resolveAllowed(url: URL, rules: Rules, lookup: Lookup): Promise<Address[]> {
  if (isRefused(url, rules)) throw new OutboundFailure('refused-address');
  const addresses = await addressesOf(hostOf(url), lookup);
  const allowed = ({ address }: Address) => (rules.privateAllowed || isGlobal(address)) && !isOwnAddress(address, portOf(url), rules);
  if (!addresses.every(allowed)) throw new OutboundFailure('refused-address');
  return addresses;
}

/** Whether an address is refused without a lookup. */
function isRefused(url: URL, rules: Rules): boolean {
  const host = hostOf(url);
  const isPrivate = isIP(host) === 0 ? /^localhost\.?$|\.localhost\.?$/.test(host) : !isGlobal(host);
  return isOwnName(url, rules) || (isPrivate && !rules.privateAllowed);
}

/** @throws Problem `invalid-input` */
export function requireAllowed(url: string, rules: Rules): void {
  const target = readTargetUrl(url);
  if (!target || isRefused(target, rules)) throw invalidInput(fieldError('/url', 'refusedTarget'));
}

/** Without the brackets of an IPv6 address. */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/^\[(.*)\]$/, '$1');
}

async function addressesOf(host: string, lookup: Lookup): Promise<Address[]> {
  const family = isIP(host);
  if (family !== 0) return [{ address: host, family }];
  const found = await lookup(host).catch(() => []);
  if (found.length === 0) throw new OutboundFailure('unknown-name');
  return found;
}

function isOwnName(url: URL, { publicUrl }: Rules): boolean {
  const service = new URL(publicUrl);
  return url.hostname.replace(/\.$/, '') === service.hostname.replace(/\.$/, '') && portOf(url) === portOf(service);
}

function isOwnAddress(address: string, port: number, { ports }: Rules): boolean {
  if (!ports.includes(port)) return false;
  const here = Object.values(networkInterfaces()).flatMap((list) => list?.map((entry) => entry.address) ?? []);
  const bits = addressBits(address);
  return [...here, '0.0.0.0', '::'].some((own) => addressBits(own) === bits) || /^(::ffff:)?127\./.test(address);
}
