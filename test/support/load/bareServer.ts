import { hashSync } from '@node-rs/argon2';

/** A server without limits, for controls: `bun bareServer.ts`. It hashes bodies on its only thread. Prints its port. */
const answer = 'x'.repeat(100_000);
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };
const { port } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  async fetch(request) {
    if (request.method === 'GET') return new Response(answer);
    return new Response(hashSync(await request.text(), cost), { status: 201 });
  },
});
console.log(port);
