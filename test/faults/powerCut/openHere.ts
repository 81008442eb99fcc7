import { noContext } from '../../../src/model/context.ts';
import { outcomeOf } from '../../../src/model/result.ts';
import { writes } from '../../../src/operations/writes.ts';
import { runBatch } from '../../../src/store/sqlite/batch.ts';
import { catchUp, lagOf } from '../../../src/store/sqlite/catchUp.ts';
import { type Connection, openConnection } from '../../../src/store/sqlite/database.ts';
import { requireLock } from '../../../src/store/sqlite/lock.ts';
import { openUpToDate } from '../../../src/store/sqlite/openForWriting.ts';
import { readOnlyStore } from '../../../src/store/sqlite/reading.ts';
import type { FromWriter } from '../../../src/store/sqlite/writerMessages.ts';
import type { Report, Store } from '../../../src/store/store.ts';

/**
 * Opens a store as `openStore` does, but with the writer's connection in this thread: to start and end a writer thread takes longer than
 * everything else that is done to a store.
 *
 * @throws where the start refuses it
 */
export function openHere(path: string, report: Report): Pick<Store, 'read' | 'write' | 'snapshot' | 'checkIntegrity' | 'close'> {
  const release = requireLock(path);
  const say = (message: FromWriter) => {
    if ('step' in message) report(...message.step);
    if ('refused' in message) throw new Error(message.refused.reasons.join(' '));
  };
  let writer: Connection | undefined;
  try {
    writer = openUpToDate(path, say)?.connection;
    if (!writer) throw new Error('the writer has no connection');
    const connection = writer;
    const reader = openConnection(path, 'read');
    const store = readOnlyStore(path, reader);
    return {
      ...store,
      read: async (operation, input) => store.read(operation, input),
      async write<I, O>({ name }: { name: string }, actor: Parameters<Store['write']>[1], input: I) {
        const { outcomes } = await runBatch(connection, writes, [{ id: 1, operation: name, actor, input, context: noContext }]);
        return outcomes.map(outcomeOf)[0] as O;
      },
      async close() {
        await catchUp(connection, lagOf(connection));
        connection.close();
        reader.close();
        release();
      },
    };
  } catch (error) {
    writer?.close();
    release();
    throw error;
  }
}
