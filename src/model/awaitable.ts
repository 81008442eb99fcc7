/** What is there already, or comes later. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value: at once where it is there, since waiting for what is there takes a good part of a short request. */
export function after<T, R>(value: Awaitable<T>, next: (value: T) => Awaitable<R>): Awaitable<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}

/** Does a work, and what follows where it fails, whether at once or later. */
export function orElse<T, E>(work: () => Awaitable<T>, failed: (error: unknown) => Awaitable<E>): Awaitable<T | E> {
  try {
    const value = work();
    return value instanceof Promise ? value.catch<T | E>(failed) : value;
  } catch (error) {
    return failed(error);
  }
}
