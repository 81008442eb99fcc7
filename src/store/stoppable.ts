import type { Reader } from './store.ts';

/** A reader that asks before each statement whether it is to go on. @param requireGoing throws where it is not */
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
