import { expect, test } from 'bun:test';
import { readConfig } from '../../src/config/config.ts';
import { mount } from '../../src/http/mount.ts';
import { createPaths } from '../../src/http/paths.ts';
import { type Deprecation, route } from '../../src/http/route.ts';
import type { Services } from '../../src/http/services.ts';
import { createNoLimits } from '../../src/limits/limit.ts';
import { contextAt } from '../support/requestContext.ts';

const goingAway = (deprecation: Deprecation) =>
  route({
    operation: 'old',
    method: 'get',
    path: '/old',
    description: '',
    summary: 'Going away',
    tag: 'Old',
    success: { status: 200, description: 'Still here' },
    problems: [],
    deprecation,
    handle: async () => ({ status: 200, body: '{}' }),
  });

const link = 'https://example.org/why';

test('a deprecated route announces its dates and the reason (RFC 9745, RFC 8594)', async () => {
  const paths = createPaths();
  const deprecation = { since: new Date('2026-01-01T00:00:00Z'), sunset: new Date('2026-07-01T00:00:00Z'), link };
  mount(paths, [goingAway(deprecation)], { config: readConfig({}), limits: createNoLimits() } as Services);
  const ctx = contextAt('/old');
  const { headers } = await paths.handlerOf(ctx)(ctx);
  expect(headers.get('deprecation')).toBe('@1767225600');
  expect(headers.get('sunset')).toBe('Wed, 01 Jul 2026 00:00:00 GMT');
  expect(headers.get('link')).toBe(`<${link}>; rel="deprecation"; type="text/html"`);
});

test('a route whose sunset is before its deprecation is refused', () => {
  const deprecation = { since: new Date('2026-07-01'), sunset: new Date('2026-01-01'), link };
  expect(() => goingAway(deprecation)).toThrow('RFC 9745');
});
