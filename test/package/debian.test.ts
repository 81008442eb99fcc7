import { afterAll, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { outcome } from './outcome.ts';
import { packages, unpacked } from './packages.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-debian-'));
afterAll(() => rmSync(folder, { recursive: true }));
/** The package with a small program in place of the executable, since it is installed many times. */
const deb = await withSmallProgram();

async function withSmallProgram(): Promise<string | undefined> {
  const [original] = [...new Bun.Glob('*.deb').scanSync({ cwd: packages, absolute: true })];
  if (!original) return undefined;
  const [root, small] = [join(folder, 'root'), join(folder, 'small.deb')];
  const script = `dpkg-deb -R "$0" ${root}; cp /usr/bin/id ${root}/usr/lib/rockola/rockola; dpkg-deb -Znone --root-owner-group -b ${root} ${small}`;
  await outcome(['sh', '-euc', script, original]);
  return small;
}

const isRoot = process.getuid?.() === 0;
/** An overlay over this machine's file system, so that no change remains. */
const inOverlay = [
  'mount -t tmpfs none /mnt',
  'mkdir /mnt/upper /mnt/work /mnt/root',
  'mount -t overlay overlay -o lowerdir=/,upperdir=/mnt/upper,workdir=/mnt/work /mnt/root',
  'mount --bind /proc /mnt/root/proc',
  'mount --bind /dev /mnt/root/dev',
];
const overlaid = (...lines: string[]) => outcome(['unshare', '--mount', 'sh', '-euc', [...inOverlay, ...lines].join('\n')]);
const canInstall = deb !== undefined && isRoot && Bun.which('unshare') !== null && (await overlaid('true')).code === 0;

/** Runs a shell script as root on a machine like this one, with the package at `/rockola.deb`. @returns its output */
async function onMachine(script: string): Promise<string> {
  const lines = [
    `cp ${deb} /mnt/root/rockola.deb`,
    'exec chroot /mnt/root sh -eu <<"END"',
    'export PATH=/usr/sbin:/usr/bin:/sbin:/bin',
    script,
    'END',
  ];
  const { code, out, err } = await overlaid(...lines);
  if (code !== 0) throw new Error(`${code}: ${out}${err}`);
  return out;
}
const install = 'dpkg --no-triggers -i /rockola.deb >/dev/null 2>&1';
const remove = 'dpkg --no-triggers -r rockola >/dev/null 2>&1';
const state = (unit: string) => `systemctl is-enabled ${unit} || true`;

test.skipIf(!canInstall)('a unit stays enabled or disabled when the package is removed and installed again', async () => {
  const printed = await onMachine(`
    ${install}; ${state('rockola.service')}; ${state('rockola-backup.timer')}
    systemctl enable -q rockola-backup.timer; ${remove}; ${install}; ${state('rockola.service')}; ${state('rockola-backup.timer')}
    systemctl disable -q rockola.service; ${remove}; ${install}; ${state('rockola.service')}
    ${install}; ${state('rockola.service')}; ${state('rockola-dump.timer')}`);
  expect(printed.trim().split('\n')).toEqual(['enabled', 'disabled', 'enabled', 'enabled', 'disabled', 'disabled', 'disabled']);
});

test.skipIf(!canInstall)('an upgrade keeps the settings, and an installation restores a missing file', async () => {
  const printed = await onMachine(`
    ${install}; stat -c '%a %U:%G' /etc/rockola/rockola.env /var/lib/rockola
    echo ROCKOLA_STARTER=off >>/etc/rockola/rockola.env; chmod 0600 /etc/rockola/rockola.env
    ${install}; tail -n1 /etc/rockola/rockola.env; stat -c %a /etc/rockola/rockola.env
    rm -r /etc/rockola; ${install}; grep ^DATABASE_URL /etc/rockola/rockola.env
    ${remove}; rm -r /etc/rockola; ${install}; grep ^DATABASE_URL /etc/rockola/rockola.env`);
  const store = 'DATABASE_URL=sqlite:/var/lib/rockola/rockola.db';
  expect(printed.trim().split('\n')).toEqual(['640 root:rockola', '700 rockola:rockola', 'ROCKOLA_STARTER=off', '600', store, store]);
});

test.skipIf(!canInstall)('a purge leaves nothing but a catalogue and backups', async () => {
  const rest = 'find /etc /usr /var/lib /var/backups -name "*rockola*" -not -path "/var/lib/dpkg/*" | sort';
  const printed = await onMachine(`
    ${rest} >/before; ${install}; dpkg --no-triggers -P rockola >/dev/null 2>&1; ${rest} >/after; diff /before /after | grep -v /before | grep -v /after || true
    ${install}; touch /var/lib/rockola/rockola.db /var/backups/rockola/one.db; dpkg --no-triggers -P rockola 2>/dev/null | grep still
    ls /var/lib/rockola /var/backups/rockola`);
  expect(printed).not.toMatch(/^[<>]/m);
  expect(printed).toMatch(/^Backups are still in .+\nThe catalogue is still in (.|\n)+one\.db(.|\n)+rockola\.db/m);
});

test.skipIf(!canInstall)("root's commands run as the service's user with its settings; environment variables take precedence", async () => {
  const printed = await onMachine(`
    ${install}
    printf 'ROCKOLA_STARTER="o\\\\\\nff"\\n # comment\\n  HOST = 127.0.0.1 \\nROCKOLA_PUBLIC_URL=http://a.example\\n' >>/etc/rockola/rockola.env
    cp /usr/bin/env /usr/lib/rockola/rockola
    ROCKOLA_PUBLIC_URL=http://b.example rockola | grep -E '^(HO|ROCK|DATABASE|USER)' | sort
    ${install}; rockola -un; setpriv --reuid=nobody --clear-groups rockola -un
    rm /etc/rockola/rockola.env; rockola 2>&1 || true`);
  expect(printed.trim().split('\n')).toEqual([
    'DATABASE_URL=sqlite:/var/lib/rockola/rockola.db',
    'HOME=/var/lib/rockola',
    'HOST=127.0.0.1',
    'ROCKOLA_PUBLIC_URL=http://b.example',
    'ROCKOLA_STARTER=off',
    'USER=rockola',
    'rockola',
    'nobody',
    '/etc/rockola/rockola.env cannot be read: No such file or directory',
  ]);
});

test.skipIf(!canInstall)('the documented steps turn the archive into a service', async () => {
  const manual = readFileSync('docs/install.md', 'utf8');
  const [, steps = ''] = /<!-- archive -->\n```sh\n(.*?)```/s.exec(manual) ?? [];
  // No systemd runs in the overlay.
  const runnable = steps.replace('systemctl daemon-reload\n', '').replace('enable --now', 'enable -q');
  const printed = await onMachine(`
    cp -r ${unpacked} /unpacked; cd /unpacked
    ${runnable}
    systemctl is-enabled rockola.service; stat -c '%a %U:%G' /etc/rockola/rockola.env
    set -a; . /etc/rockola/rockola.env; cd /var/lib/rockola
    PORT=0 setpriv --reuid=rockola --regid=rockola --init-groups rockola serve >/log 2>&1 & service=$!
    for try in $(seq 600); do if grep -q '  Store' /log; then break; fi; sleep 0.1; done
    kill $service; wait $service; grep '  Store' /log
    stat -c '%a %U' rockola.db`);
  expect(printed.trim().split('\n')).toEqual(['enabled', '640 root:rockola', '  Store         /var/lib/rockola/rockola.db', '600 rockola']);
});

const reader = '/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator';

test.skipIf(!(await Bun.file(reader).exists()))('the wrapper reads settings as systemd does', async () => {
  mkdirSync(join(folder, 'environment.d'));
  const wrapper = readFileSync('packaging/debian/rockola', 'utf8');
  const asPerl = join(folder, 'read.pl');
  writeFileSync(
    asPerl,
    `${wrapper.slice(wrapper.indexOf('sub settings_of'))}
    local $/; my %found = settings_of(scalar <STDIN>); print "$_=$found{$_}\\0" for sort keys %found;`,
  );
  // This program of systemd omits empty values, which count as unset here, and expands $NAME, which units do not.
  const piece = fc.constantFrom(
    ...' \t\n\r\'"\\#;=`aZ0_:/',
    '\\\n',
    '"x y"',
    "'x y'",
    '\nK=',
    '\n K =',
    '\nK="',
    "\nK='",
    '\n#',
    '\n;',
    '\nbad key=',
  );
  const text = fc.array(piece, { maxLength: 60 }).map((pieces) => numbered(`K=${pieces.join('')}\n`));
  await fc.assert(
    fc.asyncProperty(text, async (settings) => {
      const file = join(folder, 'environment.d', 'one.conf');
      writeFileSync(file, settings);
      const judge = await outcome([reader], { env: { XDG_CONFIG_HOME: folder } });
      const wanted = new Map([...judge.out.matchAll(/^(K\d+)=(.+)$/gm)].map(([, name, value = '']) => [name, unquoted(value)]));
      const { out } = await outcome(['sh', '-c', `exec perl ${asPerl} <${file}`]);
      const found = Object.fromEntries(
        out
          .split('\0')
          .filter((pair) => /^K\d+=./s.test(pair))
          .map((pair) => pair.split(/=(.*)/s, 2)),
      );
      expect(found).toEqual(Object.fromEntries(wanted));
    }),
    { numRuns: 200 },
  );
});

/** Gives each name a different number. */
function numbered(text: string): string {
  let count = 0;
  return text.replace(/K/g, () => `K${count++}`);
}

/** A value as systemd writes it: plain, or in quotes with escapes of C. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  const named: Record<string, string> = { n: '\n', r: '\r', t: '\t' };
  return text.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => named[letter] ?? letter);
}
