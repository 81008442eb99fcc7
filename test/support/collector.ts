/** A span in OTLP's JSON, with its attributes as one object. */
export type Span = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId: string | undefined;
  status: number;
  attributes: Record<string, unknown>;
  resource: Record<string, unknown>;
};

type Attribute = { key: string; value: { stringValue?: string; intValue?: number | string; doubleValue?: number; boolValue?: boolean } };
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: (Omit<Span, 'attributes' | 'resource' | 'status'> & { attributes: Attribute[]; status: { code: number } })[] }[];
  }[];
};

export type Collector = { url: string; spans: Span[]; raw(): string; credentials(): string | null; stop(): void };

/** Receives spans at `/v1/traces` over OTLP/HTTP as JSON, and stores them. */
export function startCollector(): Collector {
  const spans: Span[] = [];
  let raw = '';
  let credentials: string | null = null;
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    routes: {
      '/v1/traces': {
        async POST(request) {
          if (request.headers.get('content-type') !== 'application/json') return new Response(null, { status: 415 });
          credentials = request.headers.get('authorization');
          const text = await request.text();
          raw += text;
          spans.push(...spansOf(JSON.parse(text)));
          return Response.json({ partialSuccess: {} });
        },
      },
    },
    fetch: () => new Response(null, { status: 404 }),
  });
  return { url: server.url.href, spans, raw: () => raw, credentials: () => credentials, stop: () => void server.stop(true) };
}

function spansOf({ resourceSpans }: Export): Span[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap((scope) =>
      scope.spans.map((span) => ({
        ...span,
        status: span.status.code,
        attributes: valuesOf(span.attributes),
        resource: valuesOf(resource.attributes),
      })),
    ),
  );
}

function valuesOf(attributes: Attribute[]): Record<string, unknown> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
}
