/** Waits for something to come true, looking every other millisecond. @throws where it does not within `patience` ms */
export async function until(come: () => boolean | Promise<boolean>, otherwise: string, patience = 30_000): Promise<void> {
  for (const end = performance.now() + patience; !(await come()); await Bun.sleep(2)) {
    if (performance.now() > end) throw new Error(`within ${patience} ms: ${otherwise}`);
  }
}
