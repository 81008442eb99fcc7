import { lookup } from 'node:dns/promises';
import { networkInterfaces } from 'node:os';
import { lastingRefusal, StartRefused } from '../model/startRefused.ts';
import type { Config } from './config.ts';

/** What is wrong with the names that are to be listened on: the runtime says of a wrong one whatever the system said last. */
export async function wrongHosts({ host, metrics }: Pick<Config, 'host' | 'metrics'>): Promise<string[]> {
  const named = Object.entries({ HOST: host, ...(metrics && { ROCKOLA_METRICS_HOST: metrics.host }) });
  const found = await Promise.all(
    named.map(([setting, name]) =>
      lookup(name).then(
        () => [],
        () => [`${setting} is ${name}, a name without an address. Set it to an address of this machine: ${addresses()}.`],
      ),
    ),
  );
  return found.flat();
}

/** Why an address cannot be listened on, with what to set. @param setting the one that names the host */
export function cannotListen(setting: string, host: string, port: number, { code, message }: Error & { code?: string }): StartRefused {
  if (code === 'EACCES')
    return lastingRefusal(`Port ${port} may not be listened on by this user. Choose one from 1024 on, or allow it: CAP_NET_BIND_SERVICE.`);
  return new StartRefused(
    `Listening on ${host}:${port} failed (${message}). Set ${setting} to an address of this machine: ${addresses()}.`,
  );
}

function addresses(): string {
  const found = Object.values(networkInterfaces()).flatMap((all) => all?.map(({ address }) => address) ?? []);
  return [...found.slice(0, 6), '0.0.0.0 for all'].join(', ');
}
