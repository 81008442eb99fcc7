import type { Reader } from './store.ts';

/** A reader that checks before each statement whether it was stopped. @param requireNotStopped throws if it was */
export function stoppable(reader: Reader, requireNotStopped: () => void): Reader {
  return {
    engine: reader.engine,
    get(sql, ...values) {
      requireNotStopped();
      return reader.get(sql, ...values);
    },
    all(sql, ...values) {
      requireNotStopped();
      return reader.all(sql, ...values);
    },
  };
}
