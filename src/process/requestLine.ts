/** Undefined members are left out. No member is free text of a client. */
export type RequestLine = {
  id: string;
  method: string;
  path: string | undefined;
  status: number;
  /** Milliseconds. */
  ms: number;
  ip: string | undefined;
  account: bigint | null | undefined;
  /** A successful health check; its line has the level debug. */
  probe: boolean;
};

/** Writes the line in the format of pino. Pino itself would take a tenth of the time of a read. */
export function jsonRequest({ id, method, path, status, ms, ip, account, probe }: RequestLine): string {
  const level = probe ? 'debug' : 'info';
  const time = new Date().toISOString();
  const rounded = Math.round(ms * 100) / 100;
  return `${JSON.stringify({ level, time, id, method, path, status, ms: rounded, ip, account: account?.toString(), msg: 'request' })}\n`;
}
