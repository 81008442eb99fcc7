import { heapSize } from 'bun:jsc';

/** What a program holds once its garbage is gone: of its main thread, and all of it that is in RAM; bytes. */
export type Held = { heap: number; resident: number };

/** Answers who asks with what the program holds, and says on standard error where. */
export function openProbe(): void {
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch() {
      Bun.gc(true);
      return Response.json({ heap: heapSize(), resident: process.memoryUsage.rss() } satisfies Held);
    },
  });
  process.stderr.write(`Probe ${server.url}\n`);
}
