import type { SpanContext } from '@opentelemetry/api';

const pattern = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * The caller's span (W3C Trace Context §3.2). `tracestate` is not read: the service calls no other service to which it could pass it on.
 *
 * @returns undefined if the header is absent or malformed, which starts a new trace (§4.3)
 */
export function readTraceparent(header: string | null): SpanContext | undefined {
  const [, version, traceId, spanId, flags, more] = pattern.exec(header ?? '') ?? [];
  if (!traceId || !spanId || !flags || (version === '00' && more)) return undefined;
  return { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
}
