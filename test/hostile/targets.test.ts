import { afterAll, describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { apiRoutes } from '../../src/api/routes.ts';
import { startRockola } from '../support/harness.ts';

/**
 * A proxy checks a target as it is sent, but the service gets what the URL parser made of it. So each path has only one accepted spelling,
 * which both read alike.
 */
const prefix = '/rock';
const pages = ['/livez', '/readyz', '/docs', '/openapi.json', '/problems', '/problems/not-found', '/assets/site.css', '/account/verify'];
const paths = [...new Set(apiRoutes(8).map(({ path }) => path.replaceAll(/\{\w+\}/g, '1001'))), ...pages];

const rockola = await startRockola({ ROCKOLA_PUBLIC_URL: `http://rock.example${prefix}` });
afterAll(() => rockola.stop());

/** Spellings that the URL parser turns into the same path, or into the same beginning. */
function otherSpellings(path: string): string[] {
  const steps = path.split('/').slice(1);
  const joined = (parts: string[]) => `/${parts.join('/')}`;
  const before = (i: number, ...parts: string[]) => joined([...steps.slice(0, i), ...parts, ...steps.slice(i)]);
  const each = steps.flatMap((step, i) => [
    before(i, '.'),
    before(i, 'x', '..'),
    before(i, '%2e'),
    before(i, 'x', '.%2E'),
    before(i, 'x\\..'),
    before(i, 'x', '', '..', '..'),
    joined(steps.with(i, `x\\..\\${step}`)),
  ]);
  return [...each, ...withBackslash(path), ...withEscape(path), `${path}#x`, `${path}#/x`, `${path}\\.`];
}

/** The paths with one slash, except the first, as a backslash. */
function withBackslash(path: string): string[] {
  return [...path.matchAll(/(?<!^)\//g)].map(({ index }) => `${path.slice(0, index)}\\${path.slice(index + 1)}`);
}

/** The paths with the first letter of one segment escaped. Parameters are left out, since they may be escaped. */
function withEscape(path: string): string[] {
  return [...path.matchAll(/(?<=\/)[a-z](?!ot-found)/g)].map(
    ({ index }) => `${path.slice(0, index)}%${path.charCodeAt(index).toString(16)}${path.slice(index + 1)}`,
  );
}

async function statusOf(method: string, target: string): Promise<number> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(rockola.url).port), '127.0.0.1');
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])));
    socket.write(`${method} ${target} HTTP/1.1\r\nHost: rock.example\r\nX-API-Key: ${rockola.adminKey}\r\nConnection: close\r\n\r\n`);
  });
}

describe.each(paths)('%s', (path) => {
  const both = (spellings: string[]) => spellings.flatMap((target) => [target, prefix + target]);
  const answers = (method: string, targets: string[]) =>
    Promise.all(targets.map(async (target) => [target, await statusOf(method, target)] as const));

  test('is found in its own spelling, with and without the prefix, and in no other', async () => {
    expect(await statusOf('GET', prefix + path)).toBe(await statusOf('GET', path));
    const found = await answers('GET', both(otherSpellings(path)));
    expect(found.filter(([, status]) => status !== 400 && status !== 404)).toEqual([]);
  });

  test('is 400 with a backslash for a slash, whatever the method', async () => {
    const methods = path.startsWith('/assets/') ? ['GET', 'HEAD'] : ['GET', 'HEAD', 'OPTIONS', 'DELETE', 'PROPFIND'];
    for (const method of methods) {
      const found = await answers(method, both(withBackslash(path)));
      expect([method, found.filter(([, status]) => status !== 400)]).toEqual([method, []]);
    }
  });
});

test('the problem for a refused spelling names the path as its error', async () => {
  const answer = await rockola.call('GET', '/api/v1/%61rtists');
  expect([answer.status, answer.json.errors]).toEqual([400, [expect.objectContaining({ pointer: '/path' })]]);
});

test('the root is found with the prefix and without, with a slash and without', async () => {
  for (const target of ['/', prefix, `${prefix}/`, 'http://rock.example'])
    expect([target, await statusOf('GET', target)]).toEqual([target, 200]);
  for (const target of ['/\\', '/.', '/x/..', '/problems/..', `${prefix}\\`, `${prefix}/.`, '/..\\'])
    expect([400, 404]).toContain(await statusOf('GET', target));
});
