/**
 * The reasons why a call failed. `refused-address`: the address is not public, or our own; `too-long`: the answer exceeds the bound;
 * `stopped`: the service stops.
 */
export const failureCodes = [
  'refused-address',
  'unknown-name',
  'no-connection',
  'certificate',
  'timeout',
  'bad-answer',
  'too-long',
  'stopped',
] as const;

export type FailureCode = (typeof failureCodes)[number];

export class OutboundFailure extends Error {
  readonly code: FailureCode;

  constructor(code: FailureCode) {
    super(`the call failed: ${code}`);
    this.name = 'OutboundFailure';
    this.code = code;
  }
}

/** @param error of `node:http`, `node:https` or `node:tls` */
export function failureOf(error: unknown): OutboundFailure {
  if (error instanceof OutboundFailure) return error;
  const { code = '', message = '' } = error as { code?: string; message?: string };
  if (code.startsWith('HPE_')) return new OutboundFailure('bad-answer');
  if (/CERT|TLS|SSL/.test(code) || /certificate|TLS|SSL/i.test(message)) return new OutboundFailure('certificate');
  return new OutboundFailure('no-connection');
}
