import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { lastingRefusal, StartRefused } from '../model/startRefused.ts';
import type { Config } from './config.ts';

/**
 * Refuses hosts on which this machine cannot listen. For a wrong name the runtime reports an earlier, unrelated error of the system.
 *
 * @param mayCome whether to accept an address that the machine does not have yet, such as one that moves between machines
 */
export async function wrongHosts({ host, metrics }: Pick<Config, 'host' | 'metrics'>, mayCome: boolean): Promise<string[]> {
  const named = Object.entries({ HOST: host, ...(metrics && { ROCKOLA_METRICS_HOST: metrics.host }) });
  const found = await Promise.all(
    named.map(async ([setting, name]) => {
      const address = await lookup(name).catch(() => undefined);
      const isThere = address !== undefined && (mayCome || canListenOn(address.address));
      const fault = address === undefined ? 'a name without an address' : 'no address of this machine';
      return isThere ? [] : [`${setting} is ${name}, ${fault}. Set it to an address of this machine: ${addresses()}.`];
    }),
  );
  return found.flat();
}

/** Tries to listen on any free port. */
function canListenOn(hostname: string): boolean {
  try {
    Bun.listen({ hostname, port: 0, socket: { data() {} } }).stop(true);
    return true;
  } catch {
    return false;
  }
}

/** @param setting the name of the setting with the host */
export function cannotListen(setting: string, host: string, port: number, { code, message }: Error & { code?: string }): StartRefused {
  if (code === 'EACCES')
    return lastingRefusal(`Port ${port} may not be listened on by this user. Choose one from 1024 on, or allow it: CAP_NET_BIND_SERVICE.`);
  return new StartRefused(
    `Listening on ${host}:${port} failed (${message}). Set ${setting} to an address of this machine: ${addresses()}.`,
  );
}

function addresses(): string {
  const all = Object.values(networkInterfaces()).flatMap((list) => list?.map(({ address }) => address) ?? []);
  // A link-local address (RFC 4291 §2.5.6) means nothing without its interface.
  const found = all.filter((address) => !/^fe[89ab]/i.test(address));
  return [...found.slice(0, 6), '0.0.0.0 for all'].join(', ');
}
