import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { parseJson, toJson } from '../model/json.ts';
import { kinds } from '../model/record.ts';
import { StartRefused } from '../model/startRefused.ts';
import { publish } from './durable.ts';
import type { PortableRedaction } from './redaction.ts';

const fileOf = (path: string) => `${path}.redactions`;

/**
 * Writes a list of the redactions of a store beside its file. If an older copy replaces the store, the redactions are made again from the
 * list. The list has no erased text. It keeps its earlier entries, since the store may be an older copy that lacks their redactions.
 */
export function listRedactionsBeside(path: string, redactions: PortableRedaction[]): void {
  const unfinished = `${fileOf(path)}.unfinished`;
  const keys = new Set(redactions.map(toKey));
  try {
    const others = readRedactionsBeside(path).filter((redaction) => !keys.has(toKey(redaction)));
    writeFileSync(unfinished, toJson([...others, ...redactions]), { mode: 0o600 });
    publish(unfinished, fileOf(path));
  } finally {
    rmSync(unfinished, { force: true });
  }
}

/** Makes a text that identifies a redaction, the same in every copy of the store. */
export function toKey({ kind, id, version, hidden, madeAt }: PortableRedaction): string {
  return [kind, id, version, hidden, madeAt].join(' ');
}

/** The list beside a store, empty if there is no list. @throws StartRefused where it cannot be read */
export function readRedactionsBeside(path: string): PortableRedaction[] {
  const file = fileOf(path);
  return existsSync(file) ? readRedactionList(file) : [];
}

const listShape = z.array(
  z.object({
    ...{ kind: z.enum(kinds), id: z.bigint(), version: z.bigint(), madeAt: z.bigint().transform(Number) },
    ...{ hidden: z.array(z.string()), reason: z.string(), note: z.string().nullable() },
  }),
);

/** @throws StartRefused where the file is no list of redactions */
export function readRedactionList(file: string): PortableRedaction[] {
  try {
    // A read from a pipe would never end.
    if (!statSync(file).isFile()) throw new Error('it is no file');
    return listShape.parse(parseJson(readFileSync(file, 'utf8')).value);
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error).replaceAll(/\s+/g, ' ') : (error as Error).message;
    throw new StartRefused(
      `${file}, the list of redactions, cannot be read (${why}). Name another, or move it away; what it listed has to be redacted again by hand.`,
    );
  }
}
