import { noContext } from '../../src/model/context.ts';
import { outcomeOf } from '../../src/model/result.ts';
import type { DatabaseAddress } from '../../src/store/open.ts';
import { type Outcome, runBatch } from '../../src/store/sqlite/batch.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import type { Reader, ReadOperation, Store, Transaction, Write } from '../../src/store/store.ts';

/** The same store, which reports each read and each transaction by its name, and every statement in it. */
export function watchedStore(store: Store, database: DatabaseAddress, report: (step: string) => void): { store: Store; close(): void } {
  const connection = database.engine === 'sqlite' ? openConnection(database.path, 'write') : undefined;

  function watchedRead<I, O>(operation: ReadOperation<I, O>): ReadOperation<I, O> {
    return (reader, input) => {
      report(`read ${operation.name}`);
      return operation(watchedReader(reader, report), input);
    };
  }

  function watchedWrite<I, O>({ name, run, ...rest }: Write<I, O>): Write<I, O> {
    const watched: typeof run = (tx, actor, input) => {
      report(`write ${name}`);
      return run(watchedTransaction(tx, report), actor, input);
    };
    return { ...rest, name, run: watched };
  }

  return {
    store: {
      ...store,
      read: (operation, input) => store.read(watchedRead(operation), input),
      // The writer thread has a separate table of operations; here the engine's own batch runs the watched ones.
      async write(operation, actor, input, context = noContext) {
        const watched = watchedWrite(operation);
        if (!connection) return store.write(watched, actor, input, context);
        const job = { id: 1, operation: operation.name, actor, input, context };
        const { outcomes } = await runBatch(connection, { [operation.name]: watched }, [job]);
        return outcomeOf(outcomes[0] as Outcome) as never;
      },
    },
    close: () => connection?.close(),
  };
}

function watchedReader(reader: Reader, report: (step: string) => void): Reader {
  return {
    engine: reader.engine,
    get(sql, ...values) {
      report(sql);
      return reader.get(sql, ...values);
    },
    all(sql, ...values) {
      report(sql);
      return reader.all(sql, ...values);
    },
  };
}

function watchedTransaction(tx: Transaction, report: (step: string) => void): Transaction {
  return {
    ...tx,
    ...watchedReader(tx, report),
    run(sql, ...values) {
      report(sql);
      return tx.run(sql, ...values);
    },
    lock(account, how) {
      report(`lock ${how}`);
      return tx.lock(account, how);
    },
  };
}
