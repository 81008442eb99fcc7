import { expect, test } from 'bun:test';
import { readDescription } from '../../scripts/package/build.ts';

test('a version is that of the tag; behind it stand the commits since, the commit and changed files', () => {
  const version = (described: string) => readDescription(described, '0.1.0').version;
  expect(readDescription('v1.2.3-0-g0123abc', '0.1.0')).toEqual({ version: '1.2.3', commit: '0123abc' });
  expect(version('v1.2.3-0-g0123abc-dirty')).toBe('1.2.3+0.g0123abc.dirty');
  expect(version('v1.2.3-15-g0123abc')).toBe('1.2.3+15.g0123abc');
  expect(version('v1.2.3-rc.1-0-g0123abc')).toBe('1.2.3-rc.1');
  expect(version('0123abc')).toBe('0.1.0+g0123abc');
  expect(version('0123abc-dirty')).toBe('0.1.0+g0123abc.dirty');
});

test.skipIf(!Bun.which('dpkg'))('versions sort for Debian as they follow each other', () => {
  const sorted = ['v1.2.3-0-g9', 'v1.2.3-1-g8', 'v1.2.3-15-g7', 'v1.2.4-0-g6'].map((one) => readDescription(one, '0').version);
  for (const [at, version] of sorted.slice(1).entries())
    expect(Bun.spawnSync(['dpkg', '--compare-versions', sorted[at] as string, 'lt', version]).exitCode).toBe(0);
});
