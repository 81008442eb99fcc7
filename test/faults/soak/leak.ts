/** Makes a thread leak one of LEAK_EVERY answers. */
export function leak(): void {
  const every = Number(process.env.LEAK_EVERY);
  if (!every) return;
  const kept: unknown[] = [];
  let answers = 0;
  globalThis.Response = new Proxy(Response, {
    construct(target, parts: ConstructorParameters<typeof Response>) {
      if (++answers % every === 0) kept.push(parts[0]);
      return new target(...parts);
    },
  });
}
