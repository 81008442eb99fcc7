import { AsyncLocalStorage } from 'node:async_hooks';
import { type Context as Ancestry, diag, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type TracerProviderOptions,
} from '@opentelemetry/sdk-trace';
import sdk from '@opentelemetry/sdk-trace/package.json' with { type: 'json' };
import type { Config } from '../config/config.ts';
import { asProblem } from '../http/problem.ts';
import { problemTypes } from '../http/problemTypes.ts';
import { loggablePath, type RequestWrapper } from '../http/requestLog.ts';
import type { Awaitable } from '../model/awaitable.ts';
import { type Json, parseJson } from '../model/json.ts';
import type { ProblemCode } from '../model/problem.ts';
import { tellRarely } from '../model/repeated.ts';
import type { Store } from '../store/store.ts';
import { version } from '../version.ts';

/** How long a stop may wait for the collector, in ms. */
const stopMs = 2_000;
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT']);

/**
 * Sends spans to a collector over OTLP/HTTP, as JSON. Like the log, a span never has a header, a query or a body.
 *
 * @param report is told why spans were lost
 */
export function startTraces({ endpoint, service, share }: NonNullable<Config['traces']>, report: (message: string) => void) {
  const trouble = tellRarely(report, '');
  const say = (text: string) => trouble.failed(`traces: ${reasonIn(text)}`);
  diag.setLogger({ error: say, warn: say, info() {}, debug() {}, verbose() {} });
  const provider = new TracerProvider({
    resource: resourceOf({ ...sdkAttributes, 'service.name': service, 'service.version': version }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces` }) })],
  });
  const tracer = provider.getTracer('rockola', version);
  const current = new AsyncLocalStorage<Span>();
  return {
    /** Makes a span for every request. */
    ofRequests: requestSpans(tracer, current),
    /** A store whose reads and writes are spans under their request. */
    ofStore: (store: Store): Store => storeSpans(store, tracer, current),
    /** Sends the remaining spans, for a limited time. A collector that refuses them does not prevent the stop of the service. */
    stop: (): Promise<void> => Promise.race([provider.shutdown().catch((error) => say(String(error))), Bun.sleep(stopMs)]),
  };
}

/** The SDK reports an error as a flat JSON object. */
function reasonIn(text: string): string {
  if (!text.startsWith('{')) return text;
  const { value } = parseJson(text);
  const { message, name } = value as { [member: string]: Json };
  return String(message ?? name ?? text);
}

type Resource = NonNullable<TracerProviderOptions['resource']>;

/** Required by OpenTelemetry's "Resource SDK". */
const sdkAttributes = {
  'telemetry.sdk.language': 'nodejs',
  'telemetry.sdk.name': 'opentelemetry',
  'telemetry.sdk.version': sdk.version,
};

/** The SDK has a function for this, but in a further package. If an update of the SDK needs more members, the type check fails. */
function resourceOf(attributes: Resource['attributes']): Resource {
  return {
    attributes,
    getRawAttributes: () => Object.entries(attributes),
    merge: (other) => resourceOf({ ...attributes, ...other?.attributes }),
  };
}

/** @see OpenTelemetry's semantic conventions for HTTP spans, "HTTP server" */
function requestSpans(tracer: Tracer, current: AsyncLocalStorage<Span>): RequestWrapper {
  return async (ctx, answer) => {
    const method = methods.has(ctx.method) ? ctx.method : '_OTHER';
    const name = method === '_OTHER' ? 'HTTP' : method;
    const attributes = { 'http.request.method': method, 'url.scheme': 'http' };
    const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, callerOf(ctx.headers));
    // The trace is not sampled.
    if (!span.isRecording()) return answer();
    const response = await current.run(span, answer);
    const { pattern, id, problem } = ctx;
    if (pattern) span.updateName(`${name} ${pattern}`);
    span.setAttributes({
      'http.response.status_code': response.status,
      'rockola.request_id': id,
      ...(pattern && { 'http.route': pattern, 'url.path': loggablePath(ctx) }),
    });
    noteProblem(span, problem);
    span.end();
    return response;
  };
}

const traceparent = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/**
 * The caller's span (W3C Trace Context §3.2), or none if the header is absent or malformed, which starts a new trace (§4.3). `tracestate` is
 * not read: the service calls no other service to which it could pass it on.
 */
function callerOf(headers: Headers): Ancestry {
  const [, version, traceId, spanId, flags, more] = traceparent.exec(headers.get('traceparent') ?? '') ?? [];
  if (!traceId || !spanId || !flags || (version === '00' && more)) return ROOT_CONTEXT;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true });
}

function storeSpans(store: Store, tracer: Tracer, current: AsyncLocalStorage<Span>): Store {
  async function withSpan<T>(name: string, operation: string, work: () => Awaitable<T>): Promise<T> {
    const parent = current.getStore();
    if (!parent) return work();
    const attributes = { 'rockola.operation': operation };
    return runInSpan(tracer.startSpan(name, { attributes }, trace.setSpan(ROOT_CONTEXT, parent)), work);
  }

  return {
    ...store,
    read: (operation, input) => withSpan('store.read', operation.name, () => store.read(operation, input)),
    readSlow: (operation, input, caller) => withSpan('store.readSlow', operation.name, () => store.readSlow(operation, input, caller)),
    write: (...args) => withSpan('store.write', args[0].name, () => store.write(...args)),
  };
}

async function runInSpan<T>(span: Span, work: () => Awaitable<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    noteProblem(span, asProblem(error).code);
    throw error;
  } finally {
    span.end();
  }
}

/** Only the code: the text may hold anything. A refusal with a status below 500 is no error of the service. */
function noteProblem(span: Span, code: ProblemCode | undefined): void {
  if (!code) return;
  span.setAttribute('rockola.problem', code);
  if (problemTypes[code].status < 500) return;
  span.setAttribute('error.type', code);
  span.setStatus({ code: SpanStatusCode.ERROR });
}
