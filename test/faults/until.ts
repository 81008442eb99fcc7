/**
 * Waits until a condition holds: checks every other millisecond, and less often the longer it takes, since each check takes time from the
 * programs under test.
 *
 * @throws if it does not hold within `timeoutMs`
 */
export async function until(condition: () => boolean | Promise<boolean>, message: string, timeoutMs = 240_000): Promise<void> {
  const start = performance.now();
  for (let waited = 0; !(await condition()); waited = performance.now() - start) {
    if (waited > timeoutMs) throw new Error(`within ${timeoutMs} ms: ${message}`);
    await Bun.sleep(Math.max(2, Math.min(waited / 20, maxPause)));
  }
}

const maxPause = 20;
