import { expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import lock from '../../package-lock.json' with { type: 'json' };

const root = new URL('../..', import.meta.url).pathname;
const packageOf = (name: string) =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');

type Locked = { version: string; integrity?: string; resolved?: string; hasInstallScript?: boolean };
const packages = Object.entries(lock.packages as Record<string, Locked>).filter(([path]) => path !== '');
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** The oldest versions without known defects; see docs/security.md. */
const oldest: Record<string, string> = { bun: '1.4.4', zod: '4.0.0', '@node-rs/argon2': '2.0.0' };

test('every package is locked with its integrity and without a host', () => {
  for (const [path, { integrity, resolved }] of packages) {
    expect([path, integrity?.startsWith('sha512-')]).toEqual([path, true]);
    expect([path, resolved]).toEqual([path, undefined]);
  }
});

test('allowScripts has a decision for each package with an install script', () => {
  const scripted = packages.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
  const judged = manifest.allowScripts as Record<string, boolean>;
  for (const name of new Set(scripted)) expect([name, name in judged]).toEqual([name, true]);
});

test('at most 15 packages are needed at run time, and all versions are pinned', () => {
  expect(Object.keys(manifest.dependencies).length).toBeLessThanOrEqual(15);
  for (const version of Object.values({ ...manifest.dependencies, ...manifest.devDependencies })) expect(version).toMatch(/^\d+\.\d+\.\d+/);
});

test('the program imports no package that is only for development', () => {
  const needed = new Set(Object.keys(manifest.dependencies));
  const imported = [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync(root)].flatMap((file) => {
    const text = readFileSync(`${root}/${file}`, 'utf8');
    return [...text.matchAll(/^import (?!type )[^;']*?'([^']+)'/gm), ...text.matchAll(/\bimport\('([^']+)'/g)].map(([, path = '']) => path);
  });
  const foreign = imported.filter((path) => !path.startsWith('.')).map(packageOf);
  const lacking = foreign.filter((name) => !needed.has(name) && !/^(node|bun)(:|$)/.test(name));
  expect([...new Set(lacking)]).toEqual([]);
  expect(new Set(foreign).has('zod')).toBe(true);
});

test('no package is older than its oldest version without known defects', () => {
  for (const [name, version] of Object.entries(oldest)) {
    const found = packages.find(([path]) => path === `node_modules/${name}`)?.[1].version ?? '0';
    expect([name, found, Bun.semver.order(found, version) >= 0]).toEqual([name, found, true]);
  }
});
