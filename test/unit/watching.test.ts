import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rules = read('packaging/rockola.rules.yml');

test('each alert is explained, and each that is explained is there', () => {
  const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  const explained = [...read('docs/watching.md').matchAll(/^\| `(Rockola\w+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(alerts);
});

test('alerts are made of metrics that the manual has', () => {
  const manual = read('docs/operating.md');
  const metrics = [...rules.matchAll(/\b(?:rockola|process)_\w+/g)].map(([name]) => name.replace(/_bucket$/, ''));
  expect([...new Set(metrics)].filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
});
