import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const rules = read('packaging/rockola.rules.yml');
type Rule = { alert: string; expr: string; labels?: { severity?: string }; annotations?: { summary?: string } };
const alerts = (Bun.YAML.parse(rules) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
type Panel = { title: string; targets: { expr: string }[] };
const dashboard = JSON.parse(read('packaging/rockola.grafana.json')) as { panels: Panel[] };
const expressions = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));

test('docs/watching.md explains each alert and no other', () => {
  const explained = [...read('docs/watching.md').matchAll(/^\| `(Rockola\w+)` \|/gm)].map(([, name]) => name);
  expect(explained).toEqual(alerts.map(({ alert }) => alert));
});

test('each alert says how urgent it is and what happens', () => {
  const lacking = alerts.filter(({ labels, annotations }) => !/^(critical|warning)$/.test(labels?.severity ?? '') || !annotations?.summary);
  expect(lacking).toEqual([]);
});

test('alerts and dashboard use only metrics that the manual lists', () => {
  const manual = read('docs/operating.md');
  const metrics = (text: string) =>
    [...text.matchAll(/\b(?:rockola|process|nodejs)_\w+/g)].map(([name]) => name.replace(/(?<=_seconds)_(bucket|count)$/, ''));
  const used = [...new Set([...metrics(rules), ...expressions.flatMap(metrics)])];
  expect(used.filter((name) => !manual.includes(`\`${name}\``))).toEqual([]);
  expect(used.length).toBeGreaterThan(25);
});

test.skipIf(!Bun.which('promtool'))('Prometheus accepts the alerts, and every expression of the dashboard', () => {
  const filled = expressions.map((expr) => expr.replaceAll('$instance', '.*').replaceAll('$__rate_interval', '5m'));
  const recorded = Bun.YAML.stringify({ groups: [{ name: 'panels', rules: filled.map((expr, i) => ({ record: `panel:${i}`, expr })) }] });
  for (const text of [rules, recorded]) {
    const { exitCode, stdout, stderr } = Bun.spawnSync(['promtool', 'check', 'rules', '/dev/stdin'], { stdin: Buffer.from(text) });
    expect([exitCode, exitCode === 0 ? '' : `${stdout}${stderr}`]).toEqual([0, '']);
  }
});
