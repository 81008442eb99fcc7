import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

/** The examples run in this order, since later pages change the records of First steps. */
const pages = ['first-steps', 'records', 'search', 'history', 'retries'];

test('the shell examples in the API documentation run without an error', () => {
  const examples = pages.flatMap((page) => {
    const text = readFileSync(new URL(`../../docs/api/${page}.md`, import.meta.url), 'utf8');
    return [...text.matchAll(/(?<=^```sh\n).*?(?=^```$)/gms)].map(([example]) => example);
  });
  // Account 8 of the examples is account 1 here.
  const script = examples.join('\n').replaceAll('http://127.0.0.1:3000', rockola.url).replaceAll('accounts/8/', 'accounts/1/');
  const { exitCode, stdout, stderr } = Bun.spawnSync(['bash', '-euo', 'pipefail', '-c', `curl() { command curl -sSf "$@"; }\n${script}`], {
    env: { PATH: process.env.PATH, editor: rockola.adminKey },
  });
  expect([exitCode, stderr.toString()]).toEqual([0, '']);
  expect(examples.length).toBeGreaterThan(8);
  expect(stdout.toString()).toContain('"description":"Banda platense."');
});
