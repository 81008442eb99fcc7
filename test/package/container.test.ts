import { afterAll, expect, test } from 'bun:test';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { settings } from '../../src/config/settings.ts';
import { outcome } from './outcome.ts';
import { executable, packages } from './packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-container-'));
chmodSync(folder, 0o755);
const port = 20_000 + Math.floor(Math.random() * 10_000);
const storage = ['--storage-driver', 'vfs', '--root', join(folder, 'images'), '--runroot', join(folder, 'run')];
const buildah = (...args: string[]) => outcome(['buildah', ...storage, ...args]);
const podman = (...args: string[]) => outcome(['podman', ...storage, '--cgroup-manager', 'cgroupfs', ...runtime, ...args]);
/** Other runtimes fail on machines with both versions of control groups. */
const runtime = Bun.which('runc') ? ['--runtime', 'runc'] : [];
const canBuild = process.getuid?.() === 0 && ['buildah', 'busybox', 'ldd'].every((name) => Bun.which(name));
const built = canBuild ? await build() : undefined;
/** The options of a careful operator, except limits that a container cannot set inside another. */
const careful = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--network', 'host', '--no-healthcheck'];
const limits = ['--ulimit', `nofile=${Bun.spawnSync(['sh', '-c', 'ulimit -Hn']).stdout.toString().trim()}`, '--ulimit', 'nproc=1000'];
const start = (...args: string[]) => podman('run', ...careful, ...limits, '-e', `PORT=${port}`, ...args);
const canRun = built?.code === 0 && Bun.which('podman') !== null && (await start('--rm', 'rockola', '--version')).code === 0;

afterAll(async () => {
  if (canRun) await podman('rm', '--all', '--force', '--time', '2');
  rmSync(folder, { recursive: true, force: true });
});

/** Builds the image on a base of this machine's own libraries, since registries of images may be out of reach. */
async function build() {
  const libraries = `ldd ${executable} $(command -v busybox) | grep -o '/lib[^ ]*'; ldconfig -p | sed -n 's/.*lib\\(gcc_s\\|rt\\).so.1 .*=> //p'`;
  const base = `
    mkdir -p base/bin base/usr/bin base/tmp base/proc base/dev base/etc; cd base
    for file in $(${libraries}); do mkdir -p .$(dirname $file); cp -L $file .$file; done
    cp $(command -v busybox) bin; for name in sh mkdir chown id touch cat; do ln -s busybox bin/$name; done`;
  const image = `c=$(${['buildah', ...storage].join(' ')} from scratch); ${['buildah', ...storage].join(' ')} copy $c base / >&2`;
  await outcome(['sh', '-euc', `cd ${folder}; (${base}); ${image}; ${['buildah', ...storage].join(' ')} commit -q $c base`]);
  const options = ['--isolation', 'chroot', '--format', 'docker', '--build-arg', 'BASE=localhost/base', '-t', 'rockola'];
  return buildah('build', ...options, '-f', 'packaging/Containerfile', packages);
}

async function listens(): Promise<string> {
  for (let tries = 0; tries < 600; tries++) {
    const { out } = await podman('exec', 'served', 'rockola', 'health');
    if (out) return out;
    await Bun.sleep(100);
  }
  return (await podman('logs', 'served')).err;
}

const ask = (path: string, body?: object) =>
  fetch(`http://127.0.0.1:${port}${path}`, {
    ...(body && { method: 'POST', body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
  });
const ana = { name: 'Ana', email: 'ana@example.org', password: 'rock-n-roll' };

test.skipIf(!canBuild)('the image contains the executable and runs as an unprivileged user', async () => {
  expect(built).toMatchObject({ code: 0 });
  const { out } = await buildah('inspect', '--type', 'image', 'rockola');
  const { config } = JSON.parse(out).Docker;
  expect(config).toMatchObject({ User: '10001:10001', Entrypoint: ['rockola'], Cmd: ['serve'], Volumes: { '/data': {}, '/backups': {} } });
});

test.skipIf(!canRun)(
  'the container serves from a read-only root, keeps its store in a volume, and backs it up to another and restores it',
  async () => {
    await start('-d', '--name', 'served', '-v', 'data:/data', '-v', 'backups:/backups', 'rockola');
    expect(await listens()).toContain('is ready');
    expect((await podman('exec', 'served', 'id', '-u')).out.trim()).toBe('10001');
    expect((await podman('exec', 'served', 'touch', '/tmp/x')).code).not.toBe(0);
    expect((await ask('/api/v1/user/signup', ana)).status).toBe(201);
    expect(await podman('exec', 'served', 'rockola', 'backup', '--into', '/backups', '--keep', '2')).toMatchObject({ code: 0 });
    const stopped = performance.now();
    await podman('stop', '--time', '10', 'served');
    expect(performance.now() - stopped).toBeLessThan(9_000);
    expect((await podman('inspect', '--format', '{{.State.ExitCode}}', 'served')).out.trim()).toBe('0');
    await podman('rm', 'served');
    const volumes = ['-v', 'data:/data', '-v', 'backups:/backups'];
    const restored = await start('--rm', ...volumes, '--entrypoint', 'sh', 'rockola', '-c', 'rockola restore /backups/rockola-*.db');
    expect([restored.code, restored.out + restored.err]).toEqual([0, expect.stringContaining('is restored from /backups/')]);
    await start('-d', '--name', 'served', '-v', 'data:/data', '-v', 'backups:/backups', 'rockola');
    expect(await listens()).toContain('is ready');
    expect((await ask('/api/v1/user/login', { email: ana.email, password: ana.password })).status).toBe(200);
    await podman('rm', '--force', '--time', '5', 'served');
  },
);

const address = process.env.TEST_DATABASE_URL;

test.skipIf(!canRun || !address)('with PostgreSQL, the container reads the address from a file', async () => {
  const name = `rockola_container_${port}`;
  const admin = new pg.Client(address);
  await admin.connect();
  await admin.query(`create database ${name}`);
  const url = Object.assign(new URL(address ?? ''), { pathname: `/${name}` }).href;
  writeFileSync(join(folder, 'database_url'), `${url}\n`);
  const mount = ['-v', `${join(folder, 'database_url')}:/run/secrets/database_url:ro`, '-e', 'DATABASE_URL_FILE=/run/secrets/database_url'];
  await start('-d', '--name', 'served', ...mount, 'rockola');
  expect(await listens()).toContain('is ready');
  expect((await ask('/api/v1/user/signup', ana)).status).toBe(201);
  await podman('rm', '--force', '--time', '5', 'served');
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

test('the compose file sets only existing settings, and declares each secret that it uses', () => {
  type Service = { environment: Record<string, string>; secrets: string[] };
  type Compose = { services: Record<string, Service>; secrets: Record<string, { file: string }> };
  const { services, secrets } = Bun.YAML.parse(readFileSync('packaging/compose.yaml', 'utf8')) as Compose;
  const known = settings.flatMap(({ name, secret }) => (secret ? [name, `${name}_FILE`] : [name]));
  expect(Object.keys(services.rockola?.environment ?? {}).filter((name) => !known.includes(name))).toEqual([]);
  for (const { environment, secrets: used } of Object.values(services)) {
    const read = Object.values(environment).filter((value) => value.startsWith('/run/secrets/'));
    expect(read.map((path) => path.slice('/run/secrets/'.length)).toSorted()).toEqual(used.toSorted());
    expect(used.filter((name) => !secrets[name])).toEqual([]);
  }
});
