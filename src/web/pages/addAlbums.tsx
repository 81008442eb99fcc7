/** @jsxImportSource #jsx */
import { refusalFields } from '../../http/problem.ts';
import { problemTypes } from '../../http/problemTypes.ts';
import type { Artist } from '../../model/artist.ts';
import { fieldError, invalidInput, Problem } from '../../model/problem.ts';
import { writes } from '../../operations/writes.ts';
import { type Answer, type MemberVisit, memberForm, type Sent, type State } from '../form.ts';
import { faultsOf, noFaults } from '../formFaults.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { EnterButton, PageForm } from '../parts/form.tsx';
import { redirectDone } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { artistPath } from '../paths.ts';
import { readAll } from '../record/control.ts';
import { AlbumRows, labelsOf, ReasonFields } from '../record/members.tsx';
import { type Reason, readReason } from '../record/reason.ts';
import { emptyRow, type Row, readRows, rowPrefix, rowsIn } from '../record/rows.ts';
import { formTexts } from '../texts/form.ts';
import { readNamedArtist } from './artist.tsx';

export const addAlbums = memberForm('write albums', {
  show: async (visit, state) => page(visit, (await readNamedArtist(visit)).record, state),

  async send(visit, sent) {
    const { fields } = sent;
    const { record } = await readNamedArtist(visit);
    if (fields.has('more')) return page(visit, record, { typed: fields, faults: noFaults });
    const [reason, rows] = readAll(
      () => readReason(fields),
      () => readRows(fields),
    );
    if (rows.length === 0) throw invalidInput(fieldError(`/${rowPrefix(0)}name`, 'required'));
    return writeAlbums(visit, sent, record, rows, reason);
  },
});

/** Adds albums one by one. If one is refused, the answer says how many were added, and has the form with the others. */
export async function writeAlbums(
  visit: MemberVisit,
  { fields, write }: Sent,
  artist: Artist,
  rows: Row[],
  reason: Reason,
): Promise<Answer> {
  let added = 0;
  try {
    for (const row of rows) {
      await write(writes.createAlbum, { artistId: artist.id, record: { id: undefined, ...row.record }, insist: false }, reason, row.prefix);
      emptyRow(fields, row);
      added++;
    }
    return redirectDone(artistPath(artist), 'added');
  } catch (error) {
    if (!(error instanceof Problem) || stopsAll.includes(error.code)) throw error;
    const faults = faultsOf(error, visit.language);
    const general = [formTexts[visit.language].rows.before(added), ...faults.general];
    const again = page(visit, artist, { typed: fields, faults: { ...faults, general } });
    return { ...again, status: problemTypes[error.code].status, headers: refusalFields(visit.ctx, error) };
  }
}

/** The session has ended, or there is a defect: a form with the other albums would not help. */
const stopsAll: string[] = ['unauthenticated', 'invalid-token', 'internal'];

function page(visit: MemberVisit, artist: Artist, state: State): Exclude<Answer, { location: string }> {
  const words = formTexts[visit.language];
  const title = words.add.albumsTitle(artist.name);
  const path = `${artistPath(artist)}/add`;
  const count = rowsIn(state.typed);
  return {
    title,
    path,
    head: <EditStyles prefix={visit.prefix} />,
    body: (
      <Sheet wide title={title} back={{ href: visit.prefix + artistPath(artist), label: visit.texts.history.back(artist.name) }}>
        <PageForm
          visit={visit}
          action={path}
          state={state}
          button={words.add.button}
          labels={labelsOf(words, {}, count)}
          others={<a href={visit.prefix + artistPath(artist)}>{words.cancel}</a>}
          once
        >
          <EnterButton />
          <AlbumRows state={state} words={words} count={count} action={visit.prefix + path} />
          <ReasonFields state={state} words={words} />
        </PageForm>
      </Sheet>
    ),
  };
}
