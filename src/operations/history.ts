import { type Content, longTextsElsewhere, recordOf, textIn } from '../model/content.ts';
import type { Fields, RecordOf, RecordType } from '../model/record.ts';
import { findContent, findNewest, findRevision, findTime, type Logged } from '../store/revision.ts';
import type { Reader } from '../store/store.ts';

/** A version as it was made, and the record it made, undefined where that is its deletion. */
export type Version<F extends Fields> = { revision: Logged; record: RecordOf<F> | undefined };

/**
 * A version of a record, whether the record is still there or not. It takes one row of the log, and one more for each long
 * text at most, however many versions there are.
 */
export async function readVersion<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  { id, version }: { id: bigint; version: bigint },
): Promise<Version<F> | undefined> {
  const revision = await findRevision(reader, type.kind, id, version);
  return revision && { revision, record: await readContent(reader, type, id, revision) };
}

/** The record that a content describes, with the long texts that are in other versions. */
export async function readContent<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  id: bigint,
  content: Content,
  textAt: TextReader = createTextReader(reader, type.kind, id),
): Promise<RecordOf<F> | undefined> {
  const texts = new Map<string, string | undefined>();
  for (const [name, version] of longTextsElsewhere(content)) texts.set(name, await textAt(name, version, content.shape));
  return recordOf(type, id, content, (name) => texts.get(name));
}

/** Finds a long text where it stands. */
export type TextReader = (name: string, version: bigint, shape: number) => Promise<string | undefined>;

/** Reads each text once, however many versions refer to it. */
export function createTextReader(reader: Reader, kind: string, id: bigint): TextReader {
  const known = new Map<string, string | undefined>();
  return async (name, version, shape) => {
    const place = `${name} ${version} ${shape}`;
    if (!known.has(place)) known.set(place, textIn(await findContent(reader, kind, id, version), name, shape));
    return known.get(place);
  };
}

/**
 * The version that a record was at, at a moment (ms since 1970); undefined where it was not made yet. Times never go back
 * from version to version, so it takes about as many rows of the log as the number of versions has binary digits.
 */
export async function stateAt<F extends Fields>(
  reader: Reader,
  type: RecordType<F>,
  { id, at }: { id: bigint; at: number },
): Promise<Version<F> | undefined> {
  const newest = await findNewest(reader, type.kind, id);
  let made = 0n;
  let later = (newest?.version ?? 0n) + 1n;
  if (newest && newest.at <= at) made = newest.version;
  while (made < later - 1n && made !== newest?.version) {
    const middle = (made + later) / 2n;
    const time = await findTime(reader, type.kind, id, middle);
    if (time !== undefined && time <= at) made = middle;
    else later = middle;
  }
  return made === 0n ? undefined : readVersion(reader, type, { id, version: made });
}
