/** @param late makes the error for `work` that takes longer than `ms` */
export async function within<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: Timer | undefined;
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
