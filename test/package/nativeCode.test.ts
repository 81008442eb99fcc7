import { expect, test } from 'bun:test';
import { outcome } from './outcome.ts';
import { canMount, executable, inOwnMounts } from './packages.ts';

const signUp = `{"name":"Ana","email":"ana@example.org","password":"rock-n-roll"}`;

/** Starts a service in a folder of its own, signs somebody up, and ends it. */
const serves = (program: string) => `
  ${program} serve >/mnt/log 2>&1 & service=$!
  for try in $(seq 600); do if grep -q Listening /mnt/log; then break; fi; sleep 0.1; done
  url=$(sed -n 's/^Rockola is at *//p' /mnt/log)
  curl -sS -o /mnt/answer -w '%{http_code}' -H 'Content-Type: application/json' -d '${signUp}' "$url/api/v1/user/signup" || cat /mnt/log
  kill $service; wait $service`;
const settings = {
  PATH: process.env.PATH ?? '',
  PORT: '0',
  ROCKOLA_DRAIN_SECONDS: '0',
  ROCKOLA_THREADS: '2',
  DATABASE_URL: 'sqlite:/mnt/store.db',
};

test.skipIf(!canMount)('the executable hashes passwords even if all writable folders are mounted noexec', async () => {
  const places = ['/tmp', '/var/tmp', '/dev/shm', '/mnt'];
  for (const options of ['noexec', 'ro,noexec']) {
    const script = `
      mount -t tmpfs -o exec none /media; cp ${executable} /media/rockola; mount -o remount,ro /media
      mount -t tmpfs -o noexec none /mnt
      for place in ${places.slice(0, 3).join(' ')}; do mount -t tmpfs -o ${options} none $place; done
      cd /
      ${serves('/media/rockola')}`;
    expect(await outcome([...inOwnMounts, script], { env: settings })).toMatchObject({ code: 0, out: '201' });
  }
});

test.skipIf(!canMount)('if the native code cannot be loaded, one line says what is missing', async () => {
  const library = (
    await outcome(['sh', '-c', 'ldconfig -p | sed -n "s/.*libgcc_s.so.1 .*x86-64.*=> //p; s/.*libgcc_s.so.1 .*AArch64.*=> //p"'])
  ).out.trim();
  const script = `mount --bind /dev/null ${library}; ${executable} --version`;
  const { code, err } = await outcome([...inOwnMounts, script]);
  expect([code, err.split('\n').length]).toEqual([1, 2]);
  expect(err).toMatch(/^The code that hashes passwords cannot be loaded: .+ It needs glibc and libgcc_s\.so\.1\.\n$/);
});
