import { dlopen } from 'bun:ffi';
import { closeSync, readFileSync, writeFileSync } from 'node:fs';

/** Closes the file in programs that this process starts. From <linux/memfd.h>. */
const MFD_CLOEXEC = 1;

/**
 * Loads native code that an executable carries, from memory: the runtime would write it to a temporary folder, which may be read-only or
 * `noexec`. Linux only. Where it cannot be loaded it says what is missing and ends the process, since nothing works without it.
 *
 * @param path of the code within the executable
 */
export function loadNativeCode(path: string): Record<string, unknown> {
  const loaded = { exports: {} as Record<string, unknown> };
  try {
    const libc = dlopen('libc.so.6', { memfd_create: { args: ['cstring', 'u32'], returns: 'i32' } });
    const file = libc.symbols.memfd_create(Buffer.from('rockola\0'), MFD_CLOEXEC);
    if (file < 0) throw new Error('the system gives no file in memory: memfd_create');
    writeFileSync(file, readFileSync(path));
    process.dlopen(loaded, `/proc/self/fd/${file}`);
    closeSync(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.error(`The code that hashes passwords cannot be loaded: ${reason}. It needs glibc and libgcc_s.so.1.`);
    process.exit(1);
  }
  return loaded.exports;
}
