import { z } from 'zod';
import { erasedOf, type UnredactedFields } from './content.ts';
import type { Hidden } from './hiding.ts';
import { id, integerBetween, maxInt64 } from './int64.ts';
import { pageLimit } from './page.ts';
import { type Fields, isSame, type RecordType } from './record.ts';
import { redactedShape } from './redaction.ts';
import type { Revision } from './revision.ts';
import { cursorText } from './seekPage.ts';
import { showMembers } from './showMembers.ts';
import { showTime, time, timeText } from './time.ts';

export const revisionMembers = {
  version: id.meta({ description: 'The version it made', example: 3 }),
  at: time.meta({ description: 'When it was made' }),
  user: id
    .nullable()
    .meta({ description: 'The account that made it; null for the service itself, or an account that is gone', example: 7 }),
  user_name: z.string().nullable().meta({ description: 'The public name of that account, if it chose one', example: 'Charly' }),
  action: z.string().meta({ description: '`create`, `update`, `delete`, `restore` or `redact`; others may come', example: 'update' }),
  reverts: id.nullable().meta({ description: 'The version that it brought back', example: null }),
  comment: z.string().nullable().meta({ description: 'Why it was made', example: 'corrige el año' }),
  source: z.string().nullable().meta({ description: 'The source of the new values', example: 'https://example.org/artaud' }),
  changeset: id.meta({ description: 'Identifies all changes of one request', example: 1042 }),
  redacts: id.nullable().meta({ description: 'The version of which this redaction erased parts', example: null }),
  redacted: redactedShape.nullable().meta({ description: 'What a redaction took out of this' }),
  hidden: z.string().nullable(),
};

/** Null is in a union with the text, since client generators do not support unions of three types. */
const value = z.union([z.string().nullable(), z.int().meta({ format: 'int64' }), z.boolean(), z.array(z.string())]);

const memberChange = z
  .strictObject({
    member: z.string().meta({ example: 'band' }),
    from: value.meta({ description: 'What it was; null where the record was not there', example: 'Almendra' }),
    to: value.meta({ description: 'What it became; null where the record was deleted', example: 'Invisible' }),
  })
  .meta({ id: 'MemberChange' });

export type MemberChange = z.infer<typeof memberChange>;

const ofRevision = { ...revisionMembers, changes: z.array(memberChange) };

export const revisionShape = z.strictObject(ofRevision).meta({ id: 'Revision' });

export function versionOf<F extends Fields>({ name, shown }: RecordType<F>) {
  return z
    .strictObject({
      ...ofRevision,
      record: shown.nullable().meta({ description: 'The record as it was; null where this deleted it, or not all of it is shown' }),
    })
    .meta({ id: `${name}Version` });
}

export const atQuery = z.strictObject({
  at: timeText.optional().meta({
    type: 'string',
    format: 'date-time',
    description: 'The time at which to see it; left out: now',
    example: '2026-01-02T03:04:05Z',
  }),
});

const versionCursor = cursorText(/^v([1-9]\d{0,17})$/, ([version = '']) => BigInt(version), 'v41');

export const historyQuery = z.strictObject({ limit: pageLimit, after: versionCursor.optional() });
export type HistoryQuery = z.infer<typeof historyQuery>;

export function showVersionCursor(version: bigint): string {
  return `v${version}`;
}

/** `changes`: the differences from the version before. */
export type Change = { revision: ShownRevision; changes: MemberChange[] };

/** The account, time and version of a redaction. `note` is public. */
export type Redaction = { at: number; accountId: bigint | null; version: bigint; note: string | null };

export type ShownRevision = Revision & {
  /** Its number in the log. On PostgreSQL it is null for about a tenth of a second after the commit. */
  seq: bigint | null;
  changeset: bigint;
  accountName: string | null;
  /** The changeset that redacted it; for a redaction, its own changeset. */
  redactedBy: bigint | null;
  redaction: Redaction | null;
  hidden: Hidden | null;
};

/** The members of an answer about redactions: a redaction names its version, a redacted version names what was erased. */
export function showRedaction({ changeset, redactedBy, redaction, ...content }: ShownRevision) {
  if (!redaction) return { redacts: null, redacted: null };
  const { at, accountId, version, note } = redaction;
  if (redactedBy === changeset) return { redacts: version, redacted: null };
  return { redacts: null, redacted: { hidden: erasedOf(content), at: showTime(at), user: accountId, note } };
}

export function showChange({ revision, changes }: Change): z.infer<typeof revisionShape> {
  return showMembers(revisionShape, { ...revision, ...showAuthor(revision), ...showRedaction(revision), changes });
}

export const showAuthor = ({ accountId, accountName }: ShownRevision) => ({ user: accountId, userName: accountName });

/** Undefined stands for a record that did not exist. A redacted or hidden member shows no change. */
export function changesBetween<F extends Fields>(
  { names }: RecordType<F>,
  from: UnredactedFields<F> | undefined,
  to: UnredactedFields<F> | undefined,
): MemberChange[] {
  const valueIn = (record: UnredactedFields<F> | undefined, name: keyof F) => (record?.[name] ?? null) as MemberChange['to'];
  const isKnown = (record: UnredactedFields<F> | undefined, name: keyof F) => record === undefined || name in record;
  return names
    .filter((name) => isKnown(from, name) && isKnown(to, name) && !isSame(from?.[name], to?.[name]))
    .map((member) => ({ member, from: valueIn(from, member), to: valueIn(to, member) }));
}

/** The length of all texts in a value, in UTF-16 units. */
export function textLength(values: unknown[]): number {
  return values.reduce<number>((sum, value) => sum + (typeof value === 'string' ? value.length : 0), 0);
}

export const reversion = z
  .strictObject({
    version: integerBetween(1n, maxInt64).meta({
      type: 'integer',
      format: 'int64',
      minimum: 1,
      description: 'A version that is not a deletion',
      example: 3,
    }),
  })
  .meta({ id: 'Reversion' });
