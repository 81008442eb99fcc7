import { differing, type Merged, merge } from '../../model/merge.ts';
import { Problem, undefinedIfNotFound } from '../../model/problem.ts';
import type { Kind, RecordOf } from '../../model/record.ts';
import { etagOf, readEtag, type Versioned } from '../../model/versioned.ts';
import { type Answer, type Form, type MemberVisit, memberForm } from '../form.ts';
import { type Faults, noFaults } from '../formFaults.ts';
import { recordForms, type Values } from '../record/kinds.ts';
import { readAll, readRecord, writeRecord } from '../record/read.ts';
import { readReason } from '../record/reason.ts';
import { linkTyped } from '../record/reference.ts';
import { noneOf, readOrNone, type Subject, subjectOf } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';
import { type Clash, editPage } from './editPage.tsx';

/** The most attempts to save a form while others save just before it. */
const maxTries = 5;

/**
 * The page to change a record. Others may save while somebody writes, so four states of the record meet when the form is sent:
 *
 *     base ─┬─ the person writes ──── mine ────┬─ merged
 *           └─ others save meanwhile ─ current ─┘
 *
 * `base` is the version that the form was made of, named by its field `tag`. A member that both sides changed is a clash: the form comes
 * back with the question which of both to keep, in fields `choice-NAME`.
 */
export function editOf(kind: Kind): Form {
  return memberForm(recordForms[kind].type.rights.write, {
    async show(visit, { typed, faults }) {
      const subject = await subjectOf(visit, kind);
      const isRefused = typed.has('tag');
      const current = await readOrNone(subject).catch((error) => (isRefused ? undefinedIfNotFound(error) : Promise.reject(error)));
      if (!current) return editPage(visit, subject, { typed, faults: { ...noFaults, general: [formTexts[visit.language].edit.gone] } });
      const shown = new URLSearchParams({ tag: etagOf(current) });
      writeRecord(shown, subject.controls, current.record);
      return editPage(visit, subject, { typed: isRefused ? completed(typed, shown) : shown, faults });
    },

    async onSubmit(visit, { fields, write }) {
      const subject = await subjectOf(visit, kind);
      const requireLinked = await linkTyped(visit, subject.controls, fields);
      let current = await readOrNone(subject);
      const base = await findBase(subject, fields.get('tag') ?? '', current);
      const [, written, reason] = readAll(
        requireLinked,
        () => readRecord(fields, { ...subject, before: base ?? current.record }),
        () => readReason(fields),
      );
      const mine = base ? withChoices(subject, written, base, fields) : written;
      const unanswered = unansweredIn(subject, fields);
      for (let tries = 1; ; tries++) {
        const merged = merge(subject.type, base, mine, current.record);
        if (merged.clashes.length + unanswered.length > 0) return ask(visit, subject, fields, { base, current, merged, unanswered });
        const change = differing(subject.type, current.record, merged.fields);
        const done: Answer = { location: subject.pageAs(merged.fields), done: merged.onlyTheirs.length > 0 ? 'merged' : 'saved' };
        if (Object.keys(change).length === 0) return done;
        try {
          if (current.version === 0n) await subject.begin(change, { write, reason });
          else await subject.patch(change, { write, conditions: { ifMatch: [etagOf(current)] }, reason });
          return done;
        } catch (error) {
          if (!(error instanceof Problem && error.code === 'precondition-failed') || tries === maxTries) throw error;
          current = await readOrNone(subject);
        }
      }
    },
  });
}

/** The typed fields, completed by the current values of the fields that were not sent. */
function completed(typed: URLSearchParams, current: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...[...current].filter(([name]) => !typed.has(name)), ...typed]);
}

/** The version that the form was made from; undefined if it is unknown, as after the restore of an older backup. */
async function findBase(subject: Subject, tag: string, current: Versioned<RecordOf<Values>>): Promise<Values | undefined> {
  if (tag === etagOf(current)) return current.record;
  if (tag === etagOf(noneOf(subject))) return noneOf(subject).record;
  const stated = readEtag(tag);
  const found = stated && (await subject.readVersion(stated.version).catch(undefinedIfNotFound));
  return found && found.revision.at === stated.changedAt ? found.record : undefined;
}

/** Members for which `theirs` was chosen return to `base`, so that the merge takes the others' change. */
function withChoices({ type }: Subject, written: Values, base: Values, sent: URLSearchParams): Values {
  const isTheirs = (name: string) => sent.get(`choice-${name}`) === 'theirs';
  return Object.fromEntries(type.names.map((name) => [name, isTheirs(name) ? base[name] : written[name]]));
}

/** Members that the form asked about in its fields `asked`, and that have no valid choice. */
function unansweredIn({ type }: Subject, sent: URLSearchParams): string[] {
  const asked = type.names.filter((name) => sent.getAll('asked').includes(name) || sent.has(`choice-${name}`));
  return asked.filter((name) => !/^(?:mine|theirs)$/.test(sent.get(`choice-${name}`) ?? ''));
}

type Asking = { base: Values | undefined; current: Versioned<RecordOf<Values>>; merged: Merged<Values>; unanswered: string[] };

/** The form again, made from the current version, with a choice for each clash. */
async function ask(visit: MemberVisit, subject: Subject, sent: URLSearchParams, asking: Asking): Promise<Answer> {
  const { base, current, merged, unanswered } = asking;
  const typed = new URLSearchParams(sent);
  writeRecord(typed, subject.controls, merged.fields);
  typed.set('tag', etagOf(current));
  const names = subject.type.names.filter((name) => merged.clashes.includes(name) || unanswered.includes(name));
  const clashes = names.map((name): Clash => ({ name, from: base?.[name], now: current.record[name] }));
  const faults: Faults = { general: [], fields: new Map(unanswered.map((name) => [name, formTexts[visit.language].clash.choose])) };
  return { ...(await editPage(visit, subject, { typed, faults }, { clashes, merged: merged.onlyTheirs })), status: 409 };
}
