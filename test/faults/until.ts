/**
 * Waits until a condition holds: checks every other millisecond, and less often the longer it takes, since each check takes time from the
 * programs under test.
 *
 * @throws where it does not hold within `patience` ms
 */
export async function until(condition: () => boolean | Promise<boolean>, message: string, patience = 60_000): Promise<void> {
  const start = performance.now();
  for (let waited = 0; !(await condition()); waited = performance.now() - start) {
    if (waited > patience) throw new Error(`within ${patience} ms: ${message}`);
    await Bun.sleep(Math.max(2, Math.min(waited / 20, maxPause)));
  }
}

const maxPause = 20;
