import { expect, test } from 'bun:test';
import { existsSync } from 'node:fs';
import { z } from 'zod';
import { apiRoutes } from '../../src/api/routes.ts';
import { farLists, otherLists } from '../hostile/farLists.ts';

test('every list is tested far from its start, or has a reason why not', () => {
  const hasPages = ({ query }: { query?: unknown }) => query instanceof z.ZodObject && ('offset' in query.shape || 'after' in query.shape);
  const lists = apiRoutes(8).flatMap((route) => (hasPages(route) ? [route.operation] : []));
  expect([...Object.keys(farLists), ...Object.keys(otherLists)].toSorted()).toEqual(lists.toSorted());
});

test('each reason has the maximum of rows, or begins with an existing test file', () => {
  expect(Object.values(otherLists).filter((why) => !/\d|^test\//.test(why))).toEqual([]);
  const named = Object.values(otherLists).flatMap((why) => /^test\/[\w./]+\.ts/.exec(why) ?? []);
  expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
});
