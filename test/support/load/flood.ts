import { openConnection, requestOf } from './connection.ts';
import { quantile } from './steady.ts';

/**
 * Clients that sign up, each again after every answer: `bun flood.ts PORT CONNECTIONS`. Prints as JSON once a second the numbers of the
 * last second: successes, refusals, and the p99 of the wait for a refusal, in ms.
 */
export type FloodSecond = { second: number; created: number; away: number; withoutAdvice: number; other: number; awayP99: number };

const [port, connections] = process.argv.slice(2).map(Number) as [number, number];
let told: Omit<FloodSecond, 'awayP99'>;
let waits: number[];
let people = 0;
let second = 0;
startOver();

function startOver(): void {
  told = { second: second++, created: 0, away: 0, withoutAdvice: 0, other: 0 };
  waits = [];
}

async function insist(): Promise<void> {
  let connection = await openConnection(port);
  for (;;) {
    const email = `flood${++people}@example.org`;
    const body = JSON.stringify({ name: 'Flood', email, password: 'i-love-rock' });
    const reply = await connection.send(requestOf('POST', '/api/v1/user/signup', {}, body));
    if (reply?.status === 201) told.created++;
    else if (reply?.status === 503) {
      told.away++;
      waits.push(reply.ms);
      if (!/\r\nretry-after: \d/i.test(reply.head)) told.withoutAdvice++;
    } else told.other++;
    if (connection.closed) connection = await openConnection(port);
  }
}

setInterval(() => {
  console.log(JSON.stringify({ ...told, awayP99: waits.length ? quantile(waits, 0.99) : 0 }));
  startOver();
}, 1000);
for (let i = 0; i < connections; i++) void insist();
