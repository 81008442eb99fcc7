import { expect, test } from 'bun:test';
import { repetitionsFor } from '../support/amount.ts';
import { type Rockola, startRockola } from '../support/harness.ts';

const restarts = repetitionsFor('ROLLING_RESTARTS', { short: 2, long: 5 });

/** In s: longer than the load balancer's pause between checks on a busy machine. */
const drain = '3';

/** In ms. A request waits while the last check is older, so a machine that stands still for the drain does not fail the test. */
const fresh = 1_000;

/** A load balancer: it checks whether each node is ready, and sends requests to those that were ready at the last check. */
function balance(nodes: Rockola[]) {
  let ready = [...nodes];
  let checkedAt = performance.now();
  let watching = true;
  let drainsSeen = 0;
  const watch = async () => {
    for (; watching; await Bun.sleep(100)) {
      const askedAt = performance.now();
      const states = await Promise.all(
        nodes.map((node) =>
          fetch(`${node.url}/readyz`)
            .then((response) => response.text())
            .catch(() => ''),
        ),
      );
      ready = nodes.filter((_, i) => states[i]?.includes('"ready"'));
      drainsSeen += states.filter((state) => state.includes('"draining"')).length;
      checkedAt = askedAt;
    }
  };
  const done = watch();
  let turn = 0;
  return {
    async next(): Promise<Rockola> {
      while (performance.now() - checkedAt > fresh) await Bun.sleep(1);
      return ready[turn++ % ready.length] as Rockola;
    },
    /** The number of checks that a node answered while it drained. */
    drainsSeen: () => drainsSeen,
    isReady: (node: Rockola) => ready.includes(node),
    stop() {
      watching = false;
      return done;
    },
  };
}

test(`a rolling restart drops no request (${restarts} restarts)`, async () => {
  const first = await startRockola({ ROCKOLA_DRAIN_SECONDS: drain });
  const { DATABASE_URL = '' } = first.env;
  const second = await startRockola({ DATABASE_URL, ROCKOLA_DRAIN_SECONDS: drain });
  const nodes = [first, second];
  const balancer = balance(nodes);
  const headers = { 'Content-Type': 'application/json', 'X-API-Key': first.adminKey };
  const failures: string[] = [];
  let loaded = true;
  let served = 0;
  const client = async (name: string) => {
    // With this pause the clients send some hundred requests a second, and leave a core free for the restart.
    for (let i = 0; loaded; i++, await Bun.sleep(5)) {
      const node = await balancer.next();
      const request =
        i % 2
          ? fetch(`${node.url}/api/v1/artists/1001`)
          : fetch(`${node.url}/api/v1/artists`, { method: 'POST', headers, body: `{"name":"${name} ${i}"}` });
      const status = await request.then((response) => response.text().then(() => response.status), String);
      if (status === 200 || status === 201) served++;
      else failures.push(`${name} ${i}: ${status}`);
    }
  };
  const clients = Array.from({ length: 8 }, (_, i) => client(`client ${i}`));
  for (let i = 0; i < restarts; i++) {
    const node = nodes[i % 2] as Rockola;
    await node.restart();
    while (!balancer.isReady(node)) await Bun.sleep(20);
  }
  loaded = false;
  await Promise.all(clients);
  await balancer.stop();
  expect(failures).toEqual([]);
  // A check that a node leaves open while it drains would make the clients wait, and not fail.
  expect(balancer.drainsSeen()).toBeGreaterThan(0);
  expect(served).toBeGreaterThan(50 * restarts);
  await second.stop();
  await first.stop();
});
