import type { Awaitable } from '../../model/awaitable.ts';
import { searchedKinds } from '../../model/record.ts';
import { documentOf, type IndexChange } from '../../model/search/indexed.ts';
import { createKnownWords, type Entry, type KnownWords, type NewWords } from './knownWords.ts';

/** Writes words and entries into the tables of an engine. */
export type WriteEntries = (words: NewWords, entries: Entry[]) => Awaitable<void>;

export type IndexWriter = ReturnType<typeof createIndexWriter>;

/**
 * Writes the index for a connection or a pool, and remembers which words are in it already. A build trusts only words that it wrote itself.
 *
 * @param remembers whether words of changes outside a build are remembered too; otherwise every word is written again, or looked up
 */
export function createIndexWriter(remembers = true) {
  const known = createKnownWords();
  let build: bigint | undefined;
  let built = createKnownWords();

  function knownWordsFor(change: IndexChange): KnownWords {
    if (change.build === undefined) return remembers ? known : createKnownWords();
    if (change.build !== build) built = createKnownWords();
    build = change.build;
    return built;
  }

  return {
    /** Writes the changes of a transaction to the index, as its last step. @returns a function to call after the commit */
    async write(changes: IndexChange[], writeEntries: WriteEntries): Promise<() => void> {
      const done: (() => void)[] = [];
      // First the changes of a build: after it has read a record, the same transaction may change that record.
      for (const ofBuild of [true, false]) {
        const selected = changes.filter((change) => (change.build !== undefined) === ofBuild);
        const [first] = selected;
        if (!first) continue;
        const words = knownWordsFor(first);
        const entries = entriesOf(selected);
        const added = words.unknown(entries);
        await writeEntries(added, entries);
        done.push(() => words.remember(added));
      }
      return () => {
        for (const remember of done) remember();
      };
    },
  };
}

/** One entry for each record: its last state. In order of id, since FTS5 begins a new segment wherever ids decrease. */
function entriesOf(changes: IndexChange[]): Entry[] {
  return searchedKinds.flatMap((kind) => {
    const last = new Map(changes.filter(({ type }) => type.kind === kind).map((change) => [change.id, change]));
    const inOrder = [...last.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
    return inOrder.map(({ type, id, record }) => ({ kind, id, document: record && documentOf({ type, record }) }));
  });
}
