/** @jsxImportSource #jsx */
import { hasAllMembers } from '../../model/content.ts';
import { differing, merge } from '../../model/merge.ts';
import { fieldError, invalidInput, type Problem } from '../../model/problem.ts';
import type { Kind } from '../../model/record.ts';
import { type Answer, chosen, type Form, type MemberVisit, memberForm, type State } from '../form.ts';
import { Hidden } from '../parts/form.tsx';
import { type Choice, undoFields } from '../parts/undoButtons.tsx';
import { aboutVersion } from '../parts/version.tsx';
import { changePage } from '../record/changePage.tsx';
import { recordForms } from '../record/kinds.ts';
import { readReason } from '../record/reason.ts';
import { newestOf, type Subject, subjectOf, versionIn, type WriteOptions } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';

/** The page to undo one change, or to go back to a version. The history has the same button. */
export function undoOf(kind: Kind): Form {
  return memberForm(recordForms[kind].type.rights.write, {
    async show(visit, state) {
      const subject = await subjectOf(visit, kind);
      const choice = choiceOf(state.typed.has('version') ? state.typed : new URLSearchParams(visit.ctx.search));
      return page(visit, subject, choice, state);
    },

    async onSubmit(visit, sent) {
      const subject = await subjectOf(visit, kind);
      const choice = { ...choiceOf(sent.fields), how: chosen(sent.fields, 'how', ['this', 'back']) };
      const reason = readReason(sent.fields);
      const options: WriteOptions = { write: sent.write, conditions: { required: true, ifMatch: [sent.fields.get('tag') ?? ''] }, reason };
      const { exists } = await newestOf(subject);
      await (choice.how === 'back' ? subject.revert(choice.version, options) : undoOne(subject, choice.version, options));
      // A restored record has its name in its path again, so the path is read anew.
      const { path, shownOn } = await subjectOf(visit, kind);
      return { location: shownOn?.path ?? path, done: exists ? 'undone' : 'restored' };
    },
  });
}

/** @throws Problem `not-found` */
function choiceOf(params: URLSearchParams): Choice {
  return { version: versionIn(params), how: params.get('how') === 'back' ? 'back' : 'this' };
}

/** The newest version is reverted. An older one is undone only if no later version changed the same members. */
async function undoOne(subject: Subject, version: bigint, options: WriteOptions): Promise<void> {
  const newest = await newestOf(subject);
  if (version === newest.version && version > 1n) return void (await subject.revert(version - 1n, options));
  const [current, target] = await Promise.all([subject.read(), subject.readVersion(version)]);
  const former = version > 1n ? await subject.readVersion(version - 1n) : undefined;
  const before = former?.record;
  if ([target, former].some((change) => change && !hasAllMembers(change.revision)))
    throw invalidInput(fieldError('', 'redacted', subject.type.kind));
  if (!target.record || !before) throw cannotUndo();
  const { fields, clashes } = merge(subject.type, target.record, before, current.record);
  if (clashes.length > 0) throw cannotUndo();
  const change = differing(subject.type, current.record, fields);
  // An empty change means that it is undone already, perhaps by an earlier press of the same button.
  if (Object.keys(change).length > 0) await subject.patch(change, options);
}

/** The version added or deleted the record, or a later one changed the same members. */
function cannotUndo(): Problem {
  return invalidInput(fieldError('', 'changedLater'));
}

async function page(visit: MemberVisit, subject: Subject, { version, how }: Choice, state: State): Promise<Answer> {
  const { undo } = formTexts[visit.language];
  const [newest, target] = await Promise.all([newestOf(subject), subject.readVersion(version)]);
  const [title, lead, button] =
    how === 'this' ? [undo.titleThis, undo.leadThis, undo.this] : [undo.titleBack, undo.leadBack, newest.exists ? undo.back : undo.restore];
  return changePage(visit, state, {
    ...{ title, lead, button },
    path: `${subject.path}/undo?version=${version}&how=${how}`,
    ...(await aboutVersion(visit, subject, target)),
    fields: <Hidden fields={undoFields({ version, how }, newest.tag)} />,
  });
}
