import type { Config } from '../config/config.ts';
import { describeAddress } from '../store/open.ts';
import type { StoreFigures } from '../store/store.ts';
import { program } from '../version.ts';

/** `first` is set only at the first start of a store. */
export type Start = {
  publicUrl: string;
  port: number | undefined;
  threads: number;
  metricsPort: number | undefined;
  size: StoreFigures['size'];
  first: First | undefined;
};

export type First = { adminKey: string; adminLink: string };

/** For the terminal, once the service is ready. */
export function welcome(config: Config, { publicUrl, port, threads, metricsPort, size, first }: Start): string {
  const lines = [
    `Rockola is at   ${publicUrl}`,
    `  API           ${publicUrl}/api/v1/artists`,
    `  Listening     http://${bracketed(config.host)}:${port}${inThreads(threads, config.threads)}`,
    ...(config.metrics ? [`  Metrics       http://${bracketed(config.metrics.host)}:${metricsPort}/metrics`] : []),
    ...(config.docs ? [`  API docs      ${publicUrl}/docs`] : []),
    `  Store         ${describeAddress(config.database)}${size?.limit ? `, ${mebibytes(size.bytes)} of ${mebibytes(size.limit)} MiB` : ''}`,
    ...(config.mail ? [`  Mail          through ${new URL(config.mail.url).host}, from ${config.mail.from.address}`] : []),
    ...(config.verifyToWrite && !config.mail
      ? ['', `ROCKOLA_VERIFY=writing without SMTP_URL: no mail is sent, so confirm each account: ${program} account verify EMAIL`]
      : []),
    ...(first
      ? [
          '',
          `First start. This admin API key is shown only now; keep it safe:`,
          `  ${first.adminKey}`,
          `  (lost? ${program} key add operator@localhost)`,
          '',
          'Choose your name and password at this address, once and within 24 hours:',
          `  ${first.adminLink}`,
          `  (lost? ${program} account admin-link)`,
        ]
      : []),
    '',
  ];
  return `${lines.join('\n')}\n`;
}

function inThreads(running: number, wanted: number): string {
  if (running < wanted) return ` in ${running} of ${wanted} threads: the log tells why`;
  return wanted > 1 ? ` in ${wanted} threads` : '';
}

function mebibytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20);
}

/** In a URL an IPv6 address is in brackets (RFC 3986 §3.2.2). */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}
