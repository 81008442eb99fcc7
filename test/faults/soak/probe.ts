import { heapSize } from 'bun:jsc';
import { readFileSync } from 'node:fs';

/**
 * What a program holds once its garbage is gone, in bytes: of its main thread, and all of it that is in RAM. What is there of files,
 * such as the runtime itself, comes as it is used, and is no part of it.
 */
export type Held = { heap: number; resident: number };

/** Answers who asks with what the program holds, and says on standard error where. */
export function openProbe(): void {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      Bun.gc(true);
      return Response.json({ heap: heapSize(), resident: residentOwn() } satisfies Held);
    },
  });
  process.stderr.write(`Probe ${server.url}\n`);
}

function residentOwn(): number {
  return 1024 * Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
