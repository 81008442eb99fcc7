import { z } from 'zod';
import { message } from './fault.ts';
import type { MemberChange } from './history.ts';
import { id, maxInt64 } from './int64.ts';
import { isEntryKind, isKind, type Kind, kindRows, kinds } from './record.ts';
import { showMembers } from './showMembers.ts';
import { givenTime, showTime, time } from './time.ts';

/**
 * Changes of an account in a span of time, both ends included, in ms since 1970. `onlyChangeset`: only those of this changeset, which is in
 * the span.
 */
export type Span = { accountId: bigint; since: number; until: number; onlyChangeset?: bigint | undefined };

/**
 * The order of an undo: first artists that stay or come back, then the records under them, then albums to delete, then artists to delete.
 * So no record is ever without its parent.
 */
export const undoPhases = [...kinds, 'album_deletions', 'deletions'] as const;
export type UndoPhase = (typeof undoPhases)[number];

export function phaseOf({ kind, action }: { kind: Kind; action?: string | undefined }): UndoPhase {
  if (action !== 'delete' || !isEntryKind(kind)) return kind;
  return kind === 'artist' ? 'deletions' : 'album_deletions';
}

export function kindOf(phase: UndoPhase): Kind {
  if (phase === 'deletions') return 'artist';
  return phase === 'album_deletions' ? 'album' : phase;
}

export type UndoPosition = { phase: UndoPhase; id: bigint };

export const undoStart: UndoPosition = { phase: 'artist', id: 0n };

/** `name`: the current one, or the last one of a deleted record. */
export type NamedRecord = { kind: Kind; id: bigint; artistId: bigint | null; albumId: bigint | null; name: string };

/** `target`: the version to restore; 0: delete the record. */
export type UndoStep = NamedRecord & {
  action: 'update' | 'restore' | 'delete';
  /** The name in `target`; "" where there is none. */
  targetName: string;
  /** The current version, on which the decision is based. */
  newest: bigint;
  target: bigint;
  /** The changes of an update, in a plan. Absent if the texts of the steps before are too long. */
  changes?: MemberChange[];
};

export type LeftRecord = NamedRecord & { reason: LeftReason; detail: string };

export const leftReasons = [
  'changed-since',
  'artist-deleted',
  'album-deleted',
  'has-albums',
  'has-records',
  'identifier-taken',
  'redacted',
] as const;
export type LeftReason = (typeof leftReasons)[number];

/** A part of an undo; `next`: the cursor of the next part. */
export type UndoPlan = { steps: UndoStep[]; left: LeftRecord[]; next: UndoPosition | null };

export type UndoOutcome = Omit<UndoPlan, 'steps'> & Omit<Span, 'accountId'> & { undone: UndoStep[]; changeset: bigint | null };

const phaseNames = Object.fromEntries(undoPhases.map((phase) => [phase, isKind(phase) ? kindRows[phase].plural : phase])) as Record<
  UndoPhase,
  string
>;

const position = z
  .string()
  .regex(new RegExp(`^(${Object.values(phaseNames).join('|')})-(0|[1-9]\\d{0,18})$`), 'must be the "next" of an answer')
  .transform((text): UndoPosition => {
    const [name, id] = text.split('-') as [string, string];
    return { phase: undoPhases.find((phase) => phaseNames[phase] === name) as UndoPosition['phase'], id: BigInt(id) };
  })
  .refine(({ id }) => id <= maxInt64, 'must be the "next" of an answer')
  .meta({ type: 'string', description: 'The `next` of the answer before; absent at the beginning', example: 'albums-1012' });

export function showPosition({ phase, id }: UndoPosition): string {
  return `${phaseNames[phase]}-${id}`;
}

export const undoRequest = z
  .strictObject({
    since: givenTime,
    until: givenTime.optional().meta({ description: 'Now, where absent', example: '2026-01-02T04:00:00Z' }),
    dry_run: z.boolean().default(false).meta({ description: 'Whether only to say what would be undone' }),
    after: position.optional(),
  })
  .superRefine(({ since, until }, context) => {
    if (until === undefined && since > Date.now()) context.addIssue({ code: 'custom', path: ['since'], message: message('future') });
    if (until !== undefined && until < since) context.addIssue({ code: 'custom', path: ['until'], message: message('beforeSince') });
  })
  .meta({ id: 'AccountReversion', example: { since: '2026-01-02T03:00:00Z', dry_run: true } });

const recordNamed = {
  kind: z.enum(kinds),
  id,
  artist_id: id.nullable().meta({ description: 'The artist that the record belongs to; null if it is an artist' }),
  album_id: id.nullable().meta({ description: 'The album that it belongs to, or null' }),
};
const version = z.bigint().meta({ type: 'integer', format: 'int64', minimum: 1, example: 3 });

const undoneShape = z.strictObject({
  ...recordNamed,
  action: z.enum(['update', 'restore', 'delete']),
  version: version.meta({ description: 'The version that this makes' }),
  reverts: version.nullable().meta({ description: 'The version that it brings back, or null where the record was not there before' }),
});
const leftShape = z.strictObject({ ...recordNamed, reason: z.enum(leftReasons), detail: z.string() });

export const undoShape = z
  .strictObject({
    dry_run: z.boolean(),
    since: time,
    until: time,
    changeset: version.nullable().meta({ description: 'Identifies all changes of the request', example: 1234 }),
    undone: z.array(undoneShape),
    left: z.array(leftShape),
    next: z.string().nullable().meta({
      description: 'Where there is more: the `after` of the next request, with the same `since` and `until`',
      example: 'albums-1012',
    }),
  })
  .meta({ id: 'AccountReverted' });

/** @param dryRun whether the steps were only planned */
export function showUndo(dryRun: boolean, { since, until, changeset, undone, left, next }: UndoOutcome): z.infer<typeof undoShape> {
  return {
    dry_run: dryRun,
    since: showTime(since),
    until: showTime(until),
    changeset,
    undone: undone.map((step) => showMembers(undoneShape, { ...step, version: step.newest + 1n, reverts: step.target || null })),
    left: left.map((record) => showMembers(leftShape, record)),
    next: next && showPosition(next),
  };
}
