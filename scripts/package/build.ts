import manifest from '../../package.json' with { type: 'json' };

/** The version and commit of a build. `version` follows Semantic Versioning and sorts for Debian too; `time` is that of the commit. */
export type Build = { version: string; commit: string; time: Date };

/** The build of this checkout. Without git, the version comes from `package.json`. */
export function readBuild(): Build {
  const described = git('describe', '--tags', '--long', '--always', '--dirty', '--match=v[0-9]*');
  const time = git('log', '-1', '--format=%cI');
  if (!described || !time) return { version: manifest.version, commit: 'unknown', time: new Date() };
  return { ...readDescription(described, manifest.version), time: new Date(time) };
}

/**
 * @param described what `git describe --long --always --dirty` prints: `v1.2.3-5-g0123abc`, or without a tag `0123abc`, each with
 * `-dirty` at its end if files differ from the commit
 * @param untagged the version if there is no tag
 */
export function readDescription(described: string, untagged: string): { version: string; commit: string } {
  const [, tag = untagged, since, commit = '', dirty] = /^(?:v(.+)-(\d+)-g)?([0-9a-f]+)(-dirty)?$/.exec(described) ?? [];
  if (since === '0' && !dirty) return { version: tag, commit };
  return { version: `${tag}+${[since ?? [], `g${commit}`, dirty ? 'dirty' : []].flat().join('.')}`, commit };
}

/** Runs git on this project only, not on a repository around the folder that it was unpacked in. */
function git(...args: string[]): string | undefined {
  if (!Bun.which('git')) return undefined;
  const { exitCode, stdout } = Bun.spawnSync(['git', '--git-dir=.git', '--work-tree=.', ...args], { stderr: 'ignore' });
  return exitCode === 0 ? stdout.toString().trim() : undefined;
}
