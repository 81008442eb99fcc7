import type { Reader } from './store.ts';

/** A reader that asks before each statement whether it is to go on. @param demandGoing throws where it is not */
export function stoppable(reader: Reader, demandGoing: () => void): Reader {
  return {
    engine: reader.engine,
    get(sql, ...values) {
      demandGoing();
      return reader.get(sql, ...values);
    },
    all(sql, ...values) {
      demandGoing();
      return reader.all(sql, ...values);
    },
  };
}
