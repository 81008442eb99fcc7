/** @jsxImportSource #jsx */
import { refusalFields } from '../../http/problem.ts';
import { problemTypes } from '../../http/problemTypes.ts';
import { pageQuery } from '../../model/page.ts';
import { fieldError, invalidInput, noneIfRefused, notFound, Problem } from '../../model/problem.ts';
import { kindRows } from '../../model/record.ts';
import { reads } from '../../operations/reads.ts';
import { type Answer, type Form, type MemberVisit, memberForm, type Sent, type State } from '../form.ts';
import { faultsOf, noFaults } from '../formFaults.ts';
import { addLabel, type Duplicate, Duplicates, unlessSeen } from '../parts/duplicates.tsx';
import { EnterButton } from '../parts/form.tsx';
import { Naming } from '../parts/naming.tsx';
import { RecordList } from '../parts/recordList.tsx';
import { albumPath, type RowKind } from '../paths.ts';
import { readQuery } from '../query.ts';
import { changePage } from '../record/changePage.tsx';
import { recordForms } from '../record/kinds.ts';
import { readAll } from '../record/read.ts';
import { type Reason, readReason } from '../record/reason.ts';
import { Rows, rowLabels } from '../record/rowFields.tsx';
import { chooseSchemes, clearRow, fillFirstRow, inRow, linkRows, type Row, readRows, rowPrefix } from '../record/rows.ts';
import { locate, type Parent } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';

/** The page that lists the records of a kind below a record, and has empty rows to add more. */
export function addTo(kind: RowKind): Form {
  const forms = recordForms[kind];
  return memberForm(forms.type.rights.write, {
    async show(visit, state) {
      fillFirstRow(forms, state.typed, visit.ctx);
      return page(visit, kind, await parentOf(visit, kind), state);
    },

    async onSubmit(visit, sent) {
      const { fields } = sent;
      const parent = await parentOf(visit, kind);
      if (fields.has('more')) return page(visit, kind, parent, { typed: fields, faults: noFaults });
      chooseSchemes(forms, fields);
      await linkRows(visit, forms, fields, parent.key.artistId);
      const [reason, rows] = readAll(
        () => readReason(fields),
        () => readRows(forms, fields),
      );
      if (rows.length === 0) throw invalidInput(fieldError(`/${rowPrefix(forms, 0)}${forms.type.titled}`, 'required'));
      const writing = { kind, parent, rows, reason };
      const duplicates = kind === 'album' ? await unseenAlbums(visit, writing, fields) : [];
      if (duplicates.length > 0 && !(await isBegun(sent, writing)))
        return page(visit, kind, parent, { typed: fields, faults: noFaults }, duplicates);
      return writeRows(visit, sent, writing);
    },
  });
}

/** @throws Problem `not-found` */
async function parentOf(visit: MemberVisit, kind: RowKind): Promise<Parent> {
  const { found, ...parent } = await locate(visit, recordForms[kind].type.ancestors);
  if (!found) throw notFound('such record');
  return { ...parent, ...found };
}

type Writing = { kind: RowKind; parent: Parent; rows: Row[]; reason: Reason };

/** Whether the form was sent before. */
async function isBegun({ isDone }: Sent, { kind, parent, rows, reason }: Writing): Promise<boolean> {
  const [row] = rows;
  return row !== undefined && isDone(recordForms[kind].operations.create, creationOf(parent, row), reason, row.prefix);
}

const creationOf = ({ key }: Parent, { record }: Row) => ({ ...key, record: { id: undefined, ...record }, requireId: false });

async function unseenAlbums({ services, caller }: MemberVisit, { parent, rows }: Writing, typed: URLSearchParams): Promise<Duplicate[]> {
  const names = rows.map(({ record }) => String(record.name));
  const found = await services.store.readSlow(reads.findSameAlbums, { artistId: parent.id, names }, caller()).catch(noneIfRefused);
  const artist = { id: parent.id, name: parent.name };
  return unlessSeen(
    found.map((album) => ({ ...album, path: albumPath(artist, album), note: String(album.year) })),
    typed,
  );
}

/** Adds records one by one. If one is refused, the answer says how many were added, and has the form with the rest. */
export async function writeRows(visit: MemberVisit, { fields, write }: Sent, { kind, parent, rows, reason }: Writing): Promise<Answer> {
  const forms = recordForms[kind];
  let added = 0;
  for (const row of rows) {
    try {
      await write(forms.operations.create, creationOf(parent, row), reason, row.prefix);
    } catch (error) {
      if (!(error instanceof Problem) || stopsAll.includes(error.code)) throw error;
      return refused(visit, { kind, parent, fields, added }, inRow(forms, row, error));
    }
    clearRow(forms, fields, row);
    added++;
  }
  return { location: parent.path, done: 'added' };
}

/** The session has ended, or the service failed: a form with the rest would not help. */
const stopsAll: string[] = ['unauthenticated', 'invalid-token', 'internal'];

type Refused = { kind: RowKind; parent: Parent; fields: URLSearchParams; added: number };

async function refused(visit: MemberVisit, { kind, parent, fields, added }: Refused, problem: Problem): Promise<Answer> {
  const faults = faultsOf(problem, visit.language, [...fields.keys()]);
  const general = [formTexts[visit.language].rows.before(added), ...faults.general];
  const again = await page(visit, kind, parent, { typed: fields, faults: { ...faults, general } });
  return { ...again, status: problemTypes[problem.code].status, headers: refusalFields(visit.ctx, problem) };
}

async function page(visit: MemberVisit, kind: RowKind, parent: Parent, state: State, duplicates: Duplicate[] = []) {
  const words = formTexts[visit.language];
  const path = `${parent.path}/${kindRows[kind].segment}`;
  const existing = await readExisting(visit, kind, parent);
  return changePage(visit, state, {
    title: words.kinds[kind].title(parent.name),
    heading: <Naming visit={visit} text={words.kinds[kind].title} names={[parent.name]} />,
    path,
    back: {
      href: visit.prefix + parent.path,
      label: <Naming visit={visit} text={visit.texts.history.back} names={[parent.name]} />,
    },
    above: existing && <RecordList visit={visit} kind={kind} path={path} parentPath={parent.path} {...existing} />,
    button: addLabel(visit, duplicates),
    labels: rowLabels(kind, state, words),
    cancel: parent.path,
    fields: (
      <>
        <EnterButton />
        {duplicates.length > 0 && <Duplicates visit={visit} duplicates={duplicates} words={words.duplicates.albums} />}
        <Rows kind={kind} state={state} words={words} lang={visit.catalogueLang} action={visit.prefix + path} />
      </>
    ),
  });
}

/** Facts have no page of their own, so they are listed here. */
function readExisting(visit: MemberVisit, kind: RowKind, { key }: Parent) {
  const { list } = recordForms[kind].operations;
  const query = readQuery(visit, pageQuery, { limit: '100', offset: '0' });
  return list && visit.services.store.readSlow(list, { ...key, ...query }, visit.caller());
}
