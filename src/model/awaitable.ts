export type Awaitable<T> = T | Promise<T>;

/** Like `then`, but synchronous for a value that is no promise: awaiting it would take much of the time of a short request. */
export function chain<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Like `catch`, for work that throws or rejects. */
export function orElse<T, E>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<E>): Awaitable<T | E> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch<T | E>(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
