import { apiRoutes } from '../../src/api/routes.ts';
import type { Rockola } from './harness.ts';

/** Sends secrets to every route, in every place of a request, whether they belong there or not. */
export async function sendInEveryPlace(rockola: Rockola, secrets: string[]): Promise<void> {
  for (const route of apiRoutes(8)) {
    for (const secret of secrets) {
      const path = route.path.replaceAll(/\{\w+\}/g, encodeURIComponent(secret));
      const body = route.body ? { name: secret, email: secret, password: secret, [secret]: secret } : undefined;
      const carriers: Record<string, string>[] = [
        { Authorization: `Bearer ${secret}` },
        { 'X-API-Key': secret },
        { Cookie: `s=${secret}`, Authorization: secret },
        { 'If-Match': secret },
        { Traceparent: secret, Tracestate: `vendor=${secret}`, Baggage: `k=${secret}` },
      ];
      for (const headers of carriers) {
        await rockola.call(route.method.toUpperCase(), `${path}?token=${secret}`, { body, headers });
        await rockola.call('GET', `/${secret}?${secret}`, { headers });
      }
      // Refused before the route is called.
      await rockola.call(route.method.toUpperCase(), `${path}?${'x'.repeat(9_000)}`);
    }
  }
}
