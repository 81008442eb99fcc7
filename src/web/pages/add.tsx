/** @jsxImportSource #jsx */
import type { FieldsOf } from '../../model/kinds.ts';
import { noneIfRefused } from '../../model/problem.ts';
import { reads } from '../../operations/reads.ts';
import { writes } from '../../operations/writes.ts';
import { type Answer, type MemberVisit, memberForm, type State } from '../form.ts';
import { noFaults } from '../formFaults.ts';
import { addLabel, type Duplicate, Duplicates, unlessSeen } from '../parts/duplicates.tsx';
import { EnterButton } from '../parts/form.tsx';
import { artistPath, formPaths, sitePaths } from '../paths.ts';
import { changePage } from '../record/changePage.tsx';
import { recordForms } from '../record/kinds.ts';
import { Members } from '../record/members.tsx';
import { readAll, readRecord } from '../record/read.ts';
import { fillFields, readReason, reasonFields } from '../record/reason.ts';
import { Rows, rowLabels } from '../record/rowFields.tsx';
import { readRows } from '../record/rows.ts';
import { formTexts } from '../texts/form.ts';
import { writeRows } from './addRows.tsx';

export const addArtist = memberForm('write artists', {
  async show(visit, state) {
    fillFields([...Object.keys(recordForms.artist.controls), ...reasonFields], state.typed, visit.ctx);
    return page(visit, state, []);
  },

  async onSubmit(visit, sent) {
    const { fields } = sent;
    if (fields.has('more')) return page(visit, { typed: fields, faults: noFaults }, []);
    const [artist, reason, rows] = readAll(
      () => readRecord(fields, recordForms.artist) as FieldsOf<'artist'>,
      () => readReason(fields),
      () => readRows(recordForms.album, fields),
    );
    const creation = { record: { id: undefined, ...artist }, requireId: false };
    const duplicates = await unseenDuplicates(visit, artist.name, fields);
    if (duplicates.length > 0 && !(await sent.isDone(writes.createArtist, creation, reason)))
      return page(visit, { typed: fields, faults: noFaults }, duplicates);
    const { record } = await sent.write(writes.createArtist, creation, reason);
    const parent = { id: record.id, key: { artistId: record.id }, path: artistPath(record), name: record.name };
    return writeRows(visit, sent, { kind: 'album', parent, rows, reason });
  },
});

/** Artists with similar names, unless the page has shown all of them. None if the search is refused, since it is only a hint. */
async function unseenDuplicates({ services, caller }: MemberVisit, name: string, typed: URLSearchParams): Promise<Duplicate[]> {
  const found = await services.store.readSlow(reads.findDuplicates, { name }, caller()).catch(noneIfRefused);
  const shown = found.slice(0, maxDuplicates).map((artist) => ({ ...artist, path: artistPath(artist), note: artist.band }));
  return unlessSeen(shown, typed);
}

const maxDuplicates = 20;

function page(visit: MemberVisit, state: State, duplicates: Duplicate[]): Answer {
  const words = formTexts[visit.language];
  const path = formPaths.addArtist;
  return changePage(visit, state, {
    title: words.add.title,
    path,
    lead: words.add.lead,
    button: addLabel(visit, duplicates),
    labels: { ...words.kinds.artist.labels, ...rowLabels('album', state, words) },
    cancel: sitePaths.artists,
    fields: (
      <>
        <EnterButton />
        <Duplicates visit={visit} duplicates={duplicates} words={words.duplicates} />
        <Members forms={recordForms.artist} state={state} words={words} lang={visit.catalogueLang} />
        <Rows kind="album" state={state} words={words} lang={visit.catalogueLang} action={visit.prefix + path} />
      </>
    ),
  });
}
