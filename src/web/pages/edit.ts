import { differing, type Merged, merge } from '../../model/merge.ts';
import { Problem, unlessGone } from '../../model/problem.ts';
import type { Fields, RecordOf } from '../../model/record.ts';
import { etagOf, statedBy, type Versioned } from '../../model/versioned.ts';
import { type Answer, type MemberVisit, memberForm, type Sent, type Spec } from '../form.ts';
import { type Faults, noFaults } from '../formFaults.ts';
import { said } from '../parts/notice.tsx';
import { readAll, readRecord, writeRecord } from '../record/control.ts';
import { readReason } from '../record/reason.ts';
import { albumOf, artistOf, type Subject } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';
import { type Clash, editPage } from './editPage.tsx';

export const editArtist = memberForm('write artists', editOf(artistOf));
export const editAlbum = memberForm('write albums', editOf(albumOf));

/** Tries of a change that others are just ahead of. */
const maxTries = 5;

/** The page to change a record. Its form has the tag of the version that it was made of, and what others changed since is merged. */
function editOf<F extends Fields>(subjectOf: (visit: MemberVisit) => Promise<Subject<F>>): Spec<MemberVisit> {
  return {
    async show(visit, { typed, faults }) {
      const subject = await subjectOf(visit);
      const found = await subject.read().catch((error) => (typed.has('tag') ? unlessGone(error) : Promise.reject(error)));
      if (found && !typed.has('tag')) return editPage(visit, subject, { typed: asTyped(subject, found), faults });
      if (found) return editPage(visit, subject, { typed: completed(typed, asTyped(subject, found)), faults });
      return editPage(visit, subject, { typed, faults: { ...noFaults, general: [formTexts[visit.language].edit.gone] } });
    },

    async send(visit, sent) {
      const subject = await subjectOf(visit);
      const current = await subject.read();
      const base = await findBase(subject, sent.fields.get('tag') ?? '', current);
      const [written, reason] = readAll(
        () => readRecord(sent.fields, { ...subject, before: base ?? current.record }),
        () => readReason(sent.fields),
      );
      const mine = base ? withChoices(subject, written, base, sent.fields) : written;
      return save(visit, subject, sent, { base, mine, current, reason, tries: 1 });
    },
  };
}

type Saving<F extends Fields> = {
  base: F | undefined;
  mine: F;
  current: Versioned<RecordOf<F>>;
  reason: ReturnType<typeof readReason>;
  tries: number;
};

/** Saves what was written on top of what others saved meanwhile; where both changed the same, somebody has to choose. */
async function save<F extends Fields>(visit: MemberVisit, subject: Subject<F>, sent: Sent, saving: Saving<F>): Promise<Answer> {
  const { base, mine, current, reason, tries } = saving;
  const merged = merge(subject.type, base, mine, current.record);
  const { fields } = sent;
  const asked = subject.type.names.filter((name) => fields.getAll('asked').includes(name) || fields.has(`choice-${name}`));
  const unanswered = asked.filter((name) => !/^(?:mine|theirs)$/.test(fields.get(`choice-${name}`) ?? ''));
  if (merged.clashes.length + unanswered.length > 0) return ask(visit, subject, sent.fields, { base, current, merged, unanswered });
  const change = differing(subject.type, current.record, merged.fields);
  const done = said(subject.pathAs(merged.fields), merged.theirs.length > 0 ? 'merged' : 'saved');
  if (Object.keys(change).length === 0) return done;
  try {
    await subject.patch(change as Partial<F>, { write: sent.write, conditions: { ifMatch: [etagOf(current)] }, reason });
    return done;
  } catch (error) {
    if (!(error instanceof Problem && error.code === 'precondition-failed') || tries === maxTries) throw error;
    return save(visit, subject, sent, { ...saving, current: await subject.read(), tries: tries + 1 });
  }
}

type Asking<F extends Fields> = { base: F | undefined; current: Versioned<RecordOf<F>>; merged: Merged<F>; unanswered: string[] };

/** The form again, on top of what is there now, with both sides of what both changed. */
function ask<F extends Fields>(visit: MemberVisit, subject: Subject<F>, sent: URLSearchParams, asking: Asking<F>): Answer {
  const { base, current, merged, unanswered } = asking;
  const typed = new URLSearchParams(sent);
  writeRecord(typed, subject.controls, merged.fields);
  typed.set('tag', etagOf(current));
  const names = subject.type.names.filter((name) => merged.clashes.includes(name) || unanswered.includes(name));
  const clashes = names.map((name): Clash => ({ name, from: base?.[name], now: current.record[name] }));
  const faults: Faults = { general: [], fields: new Map(unanswered.map((name) => [name, formTexts[visit.language].clash.choose])) };
  return { ...editPage(visit, subject, { typed, faults }, { clashes, taken: merged.theirs }), status: 409 };
}

function asTyped<F extends Fields>({ controls }: Subject<F>, found: Versioned<RecordOf<F>>): URLSearchParams {
  const typed = new URLSearchParams({ tag: etagOf(found) });
  writeRecord(typed, controls, found.record);
  return typed;
}

/** What was typed, with what is there in place of fields that were not sent. */
function completed(typed: URLSearchParams, there: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...[...there].filter(([name]) => !typed.has(name)), ...typed]);
}

/** What was written, with what is there now in place of what somebody gave up. */
function withChoices<F extends Fields>({ type }: Subject<F>, mine: F, base: F, sent: URLSearchParams): F {
  const isTheirs = (name: string) => sent.get(`choice-${name}`) === 'theirs';
  return Object.fromEntries(type.names.map((name) => [name, isTheirs(name) ? base[name] : mine[name]])) as F;
}

/** The record as it was when the form was made; undefined where nobody knows, such as after a store was restored. */
async function findBase<F extends Fields>(subject: Subject<F>, tag: string, current: Versioned<RecordOf<F>>): Promise<F | undefined> {
  if (tag === etagOf(current)) return current.record;
  const stated = statedBy(tag);
  const found = stated && (await subject.readVersion(stated.version).catch(unlessGone));
  return found && found.revision.at === stated.changedAt ? found.record : undefined;
}
