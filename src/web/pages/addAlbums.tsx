/** @jsxImportSource #jsx */
import { fieldError, invalidInput } from '../../model/problem.ts';
import { type Answer, type MemberVisit, memberForm, type State } from '../form.ts';
import { noFaults } from '../formFaults.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { EnterButton, PageForm } from '../parts/form.tsx';
import { said } from '../parts/notice.tsx';
import { artistPath } from '../paths.ts';
import { readAll } from '../record/control.ts';
import { formTexts } from '../record/formTexts.ts';
import { AlbumRows, labelsOf, ReasonFields } from '../record/members.tsx';
import { readReason } from '../record/reason.ts';
import { readRows, rowPrefix, rowsIn } from '../record/rows.ts';
import { addAlbums } from './add.tsx';
import { readNamedArtist } from './artist.tsx';

/** The page to add records of an artist. */
export const addRecords = memberForm('write albums', {
  show: page,

  async send(visit, { fields, write }) {
    if (fields.has('more')) return page(visit, { typed: fields, faults: noFaults });
    const [reason, albums] = readAll(
      () => readReason(fields),
      () => readRows(fields),
    );
    if (albums.length === 0) throw invalidInput(fieldError(`/${rowPrefix(0)}name`, 'required'));
    const { record } = await readNamedArtist(visit);
    await addAlbums({ write }, record.id, albums, reason);
    return said(artistPath(record), 'added');
  },
});

async function page(visit: MemberVisit, state: State): Promise<Answer> {
  const { record: artist } = await readNamedArtist(visit);
  const words = formTexts[visit.language];
  const title = words.add.albumsTitle(artist.name);
  const path = `${artistPath(artist)}/add`;
  const count = rowsIn(state.typed);
  return {
    title,
    path,
    head: <EditStyles prefix={visit.prefix} />,
    body: (
      <section class="sheet wide">
        <p class="kicker">
          <a href={visit.prefix + artistPath(artist)}>‹ {visit.texts.history.back(artist.name)}</a>
        </p>
        <h1>
          <bdi>{title}</bdi>
        </h1>
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
      </section>
    ),
  };
}
