/** Runs `stop` once, at the first SIGTERM or SIGINT, and ends the process with 0, or with 1 where that failed. */
export function stopOnSignals(onError: (error: unknown) => void, stop: (signal: string) => Promise<void>): void {
  let stopping = false;
  const once = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    const code = await stop(signal).then(
      () => 0,
      (error) => {
        onError(error);
        return 1;
      },
    );
    process.exit(code);
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
}
