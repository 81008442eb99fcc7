import { type Destination, RequestContext } from '../../src/http/requestContext.ts';

/** The context of a request, for tests that need no server. */
export function contextAt(
  path: string,
  members: Partial<RequestContext> = {},
  destination: Destination = { pattern: path, params: {} },
): RequestContext {
  const client = { network: '192.0.2.1', body: 0, limits: [] };
  const situation = { address: '192.0.2.1', client, draining: false, closes: false, prefix: '' };
  return Object.assign(new RequestContext(new Request(`http://localhost${path}`), {}, destination, situation), members);
}
