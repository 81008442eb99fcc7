/** A fake trace collector: counts the spans that arrive by OTLP/HTTP, and answers GET with the count for a path. */
const [port] = process.argv.slice(2);
if (import.meta.main) collect(Number(port));

function collect(port: number): void {
  const spans = new Map<string, number>();
  Bun.serve({
    hostname: '127.0.0.1',
    port,
    development: false,
    async fetch(request) {
      const { pathname } = new URL(request.url);
      if (request.method === 'GET') return Response.json(spans.get(`${pathname}/v1/traces`) ?? 0);
      const sent = (await request.text()).split('"spanId"').length - 1;
      spans.set(pathname, (spans.get(pathname) ?? 0) + sent);
      return Response.json({ partialSuccess: {} });
    },
  });
}
