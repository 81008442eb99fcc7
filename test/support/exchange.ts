import { type Destination, Exchange } from '../../src/http/exchange.ts';

/** A request that has come in, for what a server around it would only make slow. */
export function exchangeAt(
  path: string,
  known: Partial<Exchange> = {},
  destination: Destination = { pattern: path, params: {} },
): Exchange {
  const client = { network: '192.0.2.1', body: 0, limits: [] };
  const situation = { address: '192.0.2.1', client, draining: false, closes: false, prefix: '' };
  return Object.assign(new Exchange(new Request(`http://localhost${path}`), {}, destination, situation), known);
}
