import type { Span, UndoOutcome } from '../../model/undo.ts';

/** What came of undoing the work of an account: a plan, or what was done now and `before`. */
export type Report = { span: Span; outcome: UndoOutcome; isPlan: boolean; before: number };
