import { expect, test } from 'bun:test';
import { readDescription } from '../../scripts/package/build.ts';

test('a version is the tag, then the number of commits since, the commit, and "dirty" if files are changed', () => {
  const version = (described: string) => readDescription(described, '0.1.0').version;
  expect(readDescription('v1.2.3-0-g0123abc', '0.1.0')).toEqual({ version: '1.2.3', commit: '0123abc' });
  expect(version('v1.2.3-0-g0123abc-dirty')).toBe('1.2.3+0.g0123abc.dirty');
  expect(version('v1.2.3-15-g0123abc')).toBe('1.2.3+15.g0123abc');
  expect(version('v1.2.3-rc.1-0-g0123abc')).toBe('1.2.3-rc.1');
  expect(version('0123abc')).toBe('0.1.0+g0123abc');
  expect(version('0123abc-dirty')).toBe('0.1.0+g0123abc.dirty');
});

test.skipIf(!Bun.which('dpkg'))('Debian sorts versions in the order of their release', () => {
  const sorted = ['v1.2.3-0-g9', 'v1.2.3-1-g8', 'v1.2.3-15-g7', 'v1.2.4-0-g6'].map((described) => readDescription(described, '0').version);
  for (const [i, version] of sorted.slice(1).entries())
    expect(Bun.spawnSync(['dpkg', '--compare-versions', sorted[i] as string, 'lt', version]).exitCode).toBe(0);
});
