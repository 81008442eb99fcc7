const root = new URL('../', import.meta.url).pathname;

/** The error in one line for the published table, without paths of this machine. */
export function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replaceAll(root, '').replaceAll(/\s+/g, ' ').trim().slice(0, 300);
}
