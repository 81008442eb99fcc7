import { openConnection, requestOf } from './connection.ts';
import { quantile } from './steady.ts';

/**
 * Clients that sign up, each again after every answer: `bun flood.ts PORT CONNECTIONS`. Prints as JSON once a second the numbers of the
 * last second: successes, refusals, and the p99 of the wait for a refusal, in ms.
 */
export type FloodSecond = { second: number; created: number; turnedAway: number; noRetryAfter: number; other: number; waitP99: number };

const [port, connections] = process.argv.slice(2).map(Number) as [number, number];
let counts: Omit<FloodSecond, 'waitP99'>;
let waits: number[];
let people = 0;
let second = 0;
startOver();

function startOver(): void {
  counts = { second: second++, created: 0, turnedAway: 0, noRetryAfter: 0, other: 0 };
  waits = [];
}

async function keepSigningUp(): Promise<void> {
  let connection = await openConnection(port);
  for (;;) {
    const email = `flood${++people}@example.org`;
    const body = JSON.stringify({ name: 'Flood', email, password: 'i-love-rock' });
    const reply = await connection.send(requestOf('POST', '/api/v1/user/signup', {}, body));
    if (reply?.status === 201) counts.created++;
    else if (reply?.status === 503) {
      counts.turnedAway++;
      waits.push(reply.ms);
      if (!/\r\nretry-after: \d/i.test(reply.head)) counts.noRetryAfter++;
    } else counts.other++;
    if (connection.closed) connection = await openConnection(port);
  }
}

setInterval(() => {
  console.log(JSON.stringify({ ...counts, waitP99: waits.length ? quantile(waits, 0.99) : 0 }));
  startOver();
}, 1000);
for (let i = 0; i < connections; i++) void keepSigningUp();
