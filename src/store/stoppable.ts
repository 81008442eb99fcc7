import type { Reader } from './store.ts';

/** A reader that checks before each statement whether to continue. @param requireGoing throws if not */
export function stoppable(reader: Reader, requireGoing: () => void): Reader {
  return {
    engine: reader.engine,
    get(sql, ...values) {
      requireGoing();
      return reader.get(sql, ...values);
    },
    all(sql, ...values) {
      requireGoing();
      return reader.all(sql, ...values);
    },
  };
}
