import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRockola } from '../../test/support/harness.ts';

/**
 * Makes clients from the OpenAPI document with common generators, compiles them, and lets each add and read an artist
 * of a real server. Common linters check the document too. A check whose tool this machine lacks is reported and skipped.
 * The generators come from their registries at each run; the project does not depend on them.
 */
const folder = mkdtempSync(join(tmpdir(), 'rockola-clients-'));
const here = import.meta.dir;
const rockola = await startRockola();
const env = { ...process.env, ROCKOLA_URL: rockola.url, ROCKOLA_KEY: rockola.adminKey };
const document = join(folder, 'openapi.json');
writeFileSync(document, await (await fetch(`${rockola.url}/openapi.json`)).text());

const compilerOptions = {
  module: 'nodenext',
  target: 'esnext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  types: ['node'],
};

type Check = { name: string; needs: string; run(place: string): Promise<void> };
const checks: Check[] = [
  { name: 'linters', needs: 'npx', run: lint },
  { name: 'openapi-typescript', needs: 'npx', run: typescript },
  { name: 'openapi-python-client', needs: 'python3', run: python },
  { name: 'oapi-codegen', needs: 'go', run: go },
];
const outcomes = await Promise.all(checks.map(outcomeOf));
await rockola.stop();
rmSync(folder, { recursive: true, force: true });
for (const { name, outcome } of outcomes) console.log(`${name.padEnd(22)}  ${outcome}`);
if (outcomes.some(({ failed }) => failed)) process.exit(1);

async function outcomeOf({ name, needs, run }: Check) {
  if (!Bun.which(needs)) return { name, outcome: `left out: there is no ${needs} on this machine`, failed: false };
  const place = join(folder, name);
  mkdirSync(place);
  return run(place).then(
    () => ({ name, outcome: 'ok', failed: false }),
    (error) => ({ name, outcome: `FAILED\n${error.message}`, failed: true }),
  );
}

async function lint(place: string): Promise<void> {
  writeFileSync(join(place, 'redocly.yaml'), 'extends: [recommended]\n');
  writeFileSync(join(place, '.spectral.yaml'), 'extends: ["spectral:oas"]\n');
  const redocly = await run(place, 'npx', '--yes', '@redocly/cli@2', 'lint', document, '--format=json');
  const { totals } = JSON.parse(redocly.slice(redocly.indexOf('{')));
  if (totals.errors + totals.warnings > 0) throw new Error(redocly);
  await run(place, 'npx', '--yes', '@stoplight/spectral-cli@6', 'lint', '--fail-severity=hint', document);
}

async function typescript(place: string): Promise<void> {
  writeFileSync(join(place, 'package.json'), '{"type":"module","private":true}');
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  await run(place, 'npm', 'install', '--silent', 'openapi-typescript@7', 'openapi-fetch@0', 'typescript@5', '@types/node@24');
  await run(place, 'npx', 'openapi-typescript', document, '-o', 'rockola.ts');
  copyFileSync(join(here, 'use.ts'), join(place, 'use.ts'));
  await run(place, 'npx', 'tsc');
  await run(place, process.execPath, 'use.ts');
}

async function python(place: string): Promise<void> {
  await run(place, 'python3', '-m', 'venv', 'env');
  const bin = join(place, 'env', 'bin');
  await run(place, join(bin, 'pip'), '--quiet', 'install', 'openapi-python-client', 'ruff');
  const path = `${bin}:${process.env.PATH}`;
  await run(
    { place, path },
    join(bin, 'openapi-python-client'),
    'generate',
    '--path',
    document,
    '--output-path',
    'made',
    '--fail-on-warning',
  );
  await run(place, join(bin, 'pip'), '--quiet', 'install', './made');
  await run(place, join(bin, 'python'), join(here, 'use.py'));
}

async function go(place: string): Promise<void> {
  mkdirSync(join(place, 'rockola'));
  writeFileSync(join(place, 'go.mod'), 'module check\n\ngo 1.24\n');
  const generator = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2';
  await run(place, 'go', 'run', generator, '-generate', 'types,client', '-package', 'rockola', '-o', 'rockola/client.go', document);
  copyFileSync(join(here, 'use.go'), join(place, 'use.go'));
  await run(place, 'go', 'get', 'github.com/oapi-codegen/runtime@v1.8.0');
  await run(place, 'go', 'vet', './...');
  await run(place, 'go', 'run', '.');
}

async function run(where: string | { place: string; path: string }, ...command: string[]): Promise<string> {
  const { place, path } = typeof where === 'string' ? { place: where, path: process.env.PATH } : where;
  const child = Bun.spawn(command, { cwd: place, env: { ...env, PATH: path }, stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.join(' ')}\n${out}${err}`);
  return out;
}
