const root = new URL('../', import.meta.url).pathname;

/** What went wrong in a line for the published table, where no path of this machine belongs. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(root, '').replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
