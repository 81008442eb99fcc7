import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { StartRefused } from '../model/startRefused.ts';
import { startCommand } from '../version.ts';
import { printOut } from './terminal.ts';

const timeoutMs = 5_000;
/** The address to ask if a server listens on all addresses. */
const loopback: Record<string, string> = { '0.0.0.0': '127.0.0.1', '::': '[::1]' };

/** For health checks of service managers and containers. */
export function healthCommand(): Command {
  return new Command('health')
    .description('Say whether the server is ready for requests; exit code 1 where it is not.')
    .action(async () => {
      const { host, port } = readConfig(process.env);
      const address = `http://${loopback[host] ?? (host.includes(':') ? `[${host}]` : host)}:${port}`;
      const answer = await fetch(`${address}/readyz`, { signal: AbortSignal.timeout(timeoutMs) }).catch((error) => {
        throw new StartRefused(
          `Nothing answers at ${address} (${error.message}). Start the server with: ${startCommand}, or set HOST and PORT as it has them.`,
        );
      });
      const { status } = (await answer.json().catch(() => ({}))) as { status?: string };
      if (!answer.ok)
        throw new StartRefused(`The server at ${address} is not ready: ${status ?? `it answers ${answer.status}`}. Look into its log.`);
      printOut(`The server at ${address} is ready.`);
    });
}
