import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { readBuild } from '../../scripts/package/build.ts';
import { forContributors } from '../../scripts/package/documents.ts';
import { settings } from '../../src/config/settings.ts';
import { commandNames } from '../support/commands.ts';
import { deadLinks } from '../support/pageLinks.ts';
import { outcome } from './outcome.ts';
import { executable, packages, unpacked } from './packages.ts';

const files = [...new Bun.Glob('*').scanSync(packages)].sort();
const deb = files.find((file) => file.endsWith('.deb'));
const pages = [...new Bun.Glob('**/*.md').scanSync(unpacked)].sort();

test('every package has the version of the checkout', async () => {
  const { version, commit } = readBuild();
  expect(files.filter((file) => /\.(deb|gz)$/.test(file) && !file.includes(version))).toEqual([]);
  expect((await outcome([executable, '--version'])).out).toBe(`${version} (${commit})\n`);
  if (deb) expect((await outcome(['dpkg-deb', '-f', join(packages, deb), 'Version'])).out.trim()).toBe(version);
});

test('SHA256SUMS has the sums of the executable, the archive and the package', async () => {
  const { code, out } = await outcome(['sha256sum', '--check', 'SHA256SUMS'], { cwd: packages });
  expect([code, out.match(/: OK$/gm)?.length]).toEqual([0, deb ? 3 : 2]);
});

test('the archive contains the files next to the executable', async () => {
  const archive = files.find((file) => file.endsWith('.tar.gz')) ?? '';
  const { out } = await outcome(['tar', '-tzf', join(packages, archive)]);
  const archived = out.split('\n').filter((path) => path && !path.endsWith('/'));
  const expected = [...new Bun.Glob('**/*').scanSync(unpacked)].map((path) => `${basename(unpacked)}/${path}`);
  expect(archived.toSorted()).toEqual(expected.toSorted());
});

describe('the documents', () => {
  test('are those for people who use and run the service', () => {
    const all = ['docs/*.md', 'docs/api/*.md'].flatMap((pattern) => [...new Bun.Glob(pattern).scanSync()]);
    const wanted = all.filter((page) => !forContributors.includes(page));
    expect(wanted.filter((page) => !pages.includes(page))).toEqual([]);
    expect(pages).toContain('README.md');
  });

  test.each(pages)('no link of %s is dead', (page) => {
    expect(deadLinks(unpacked, page)).toEqual([]);
  });

  test.skipIf(!deb)('are also in the Debian package, which has each file that a unit names', async () => {
    const { out } = await outcome(['dpkg-deb', '-c', join(packages, deb ?? '')]);
    const packaged = out.split('\n').map((line) => line.split(' ').at(-1)?.slice(1) ?? '');
    expect(pages.filter((page) => !packaged.includes(`/usr/share/doc/rockola/${page}`))).toEqual([]);
    const named = [...new Bun.Glob('systemd/*').scanSync(unpacked)].flatMap((unit) => {
      const text = readFileSync(join(unpacked, unit), 'utf8');
      return [...text.matchAll(/^(?:Documentation=file:\/\/|ExecStart=)(\S+)/gm)].map(([, path = '']) => path);
    });
    expect(named.length).toBeGreaterThan(6);
    expect(named.filter((path) => !packaged.includes(path))).toEqual([]);
  });
});

test('the manual page has every command and every setting, and no errors', async () => {
  const page = join(unpacked, 'rockola.1');
  const text = readFileSync(page, 'utf8').replaceAll('\\-', '-');
  expect(commandNames.filter((name) => !text.includes(`.B rockola ${name}`))).toEqual([]);
  expect(settings.filter(({ name }) => !text.includes(`.B ${name}\n`))).toEqual([]);
  if (Bun.which('groff')) {
    const { err, out } = await outcome(['groff', '-ww', '-man', '-Tutf8', '-P-cbou', page]);
    expect([err, out.replaceAll('‐', '-').includes('rockola account add <name> <email>')]).toEqual(['', true]);
  }
});

test.skipIf(!Bun.which('readelf'))('the executable needs no newer C library than the package declares', async () => {
  const [, declared = ''] = /libc6 \(>= ([\d.]+)\)/.exec(readFileSync('packaging/debian/control', 'utf8')) ?? [];
  const native = [...new Bun.Glob('node_modules/@node-rs/argon2-linux-*-gnu/*.node').scanSync()];
  const { out } = await outcome(['readelf', '-V', executable, ...native]);
  const required = [...out.matchAll(/GLIBC_(\d+\.\d+)/g)].map(([, version = '']) => `${version}.0`);
  expect(required.toSorted(Bun.semver.order).at(-1)).toBe(`${declared}.0`);
  const needed = await outcome(['readelf', '-d', executable, ...native]);
  const libraries = new Set([...needed.out.matchAll(/\(NEEDED\).*\[(.+)\]/g)].map(([, name = '']) => name));
  expect([...libraries].filter((name) => !/^(lib(c|m|dl|rt|pthread)|ld-linux.*)\.so/.test(name))).toEqual(['libgcc_s.so.1']);
});

test.skipIf(!deb || !Bun.which('lintian'))('lintian finds nothing', async () => {
  const root = process.getuid?.() === 0 ? ['--allow-root'] : [];
  const { out, err } = await outcome(['lintian', ...root, '--fail-on', 'error,warning', join(packages, deb ?? '')]);
  expect([out, err]).toEqual(['', '']);
});

test.skipIf(!Bun.which('systemd-analyze'))('systemd finds nothing wrong with the units', async () => {
  // The check looks for the programs of the units, which are not installed here.
  const units = [...new Bun.Glob('systemd/*').scanSync({ cwd: unpacked, absolute: true })];
  const { err } = await outcome(['systemd-analyze', 'verify', '--man=no', ...units]);
  const ours = err.split('\n').filter((line) => line.includes('rockola') && !/is not executable: No such file|Failed to create/.test(line));
  expect(ours).toEqual([]);
  expect(existsSync(units[0] ?? '')).toBe(true);
});
