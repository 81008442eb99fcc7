import type { Hono } from 'hono';
import type { AppEnv } from '../http/requestLog.ts';

export function mountDocs(app: Hono<AppEnv>, document: object, _prefix: string): void {
  const text = JSON.stringify(document);
  app.get(
    '/openapi.json',
    () => new Response(text, { headers: { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' } }),
  );
}
