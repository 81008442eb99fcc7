/** A server as it comes without limits, for controls: `bun bareServer.ts`. Says its port. */
const answer = 'x'.repeat(100_000);
const { port } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    if (request.method !== 'GET') await request.text();
    return new Response(answer);
  },
});
console.log(port);
