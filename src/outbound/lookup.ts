import { setServers } from 'node:dns';
import { readFileSync, statSync } from 'node:fs';
import type { Lookup } from './targetRules.ts';

/**
 * Resolves names by c-ares. `getaddrinfo` blocks a thread of a small pool until the name server answers, so a few names could hold up all
 * others. c-ares reads the addresses of the name servers only once, so they are set again when their file has changed.
 *
 * @param file the configuration of the resolver (resolv.conf(5))
 */
export function createLookup(file = '/etc/resolv.conf'): Lookup {
  let known = versionOf(file);
  return async (name) => {
    const version = versionOf(file);
    const isChanged = version !== known;
    known = version;
    if (isChanged) setServersOf(file);
    return Bun.dns.lookup(name, { backend: 'c-ares' });
  };
}

function setServersOf(file: string): void {
  const servers = [...readFileSync(file, 'utf8').matchAll(/^nameserver\s+(\S+)/gm)].map(([, server = '']) => server);
  if (servers.length > 0) setServers(servers);
}

function versionOf(file: string): string {
  const { mtimeMs, ino } = statSync(file, { throwIfNoEntry: false }) ?? {};
  return `${mtimeMs} ${ino}`;
}
