/** @jsxImportSource #jsx */
import type { Artist, ArtistFields } from '../../model/artist.ts';
import { Problem } from '../../model/problem.ts';
import { reads } from '../../operations/reads.ts';
import { writes } from '../../operations/writes.ts';
import { type Answer, type MemberVisit, memberForm, type State } from '../form.ts';
import { noFaults } from '../formFaults.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { EnterButton, PageForm } from '../parts/form.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { artistPath, formPaths, sitePaths } from '../paths.ts';
import { recordForms } from '../record/kinds.ts';
import { labelsOf, Members, ReasonFields } from '../record/members.tsx';
import { readAll, readRecord } from '../record/read.ts';
import { readReason } from '../record/reason.ts';
import { Rows, rowLabels } from '../record/rowFields.tsx';
import { readRows } from '../record/rows.ts';
import { formTexts } from '../texts/form.ts';
import { writeRows } from './addRows.tsx';

export const addArtist = memberForm('write artists', {
  show: async (visit, state) => page(visit, state, []),

  async send(visit, sent) {
    const { fields } = sent;
    if (fields.has('more')) return page(visit, { typed: fields, faults: noFaults }, []);
    const [written, reason, rows] = readAll(
      () => readRecord(fields, recordForms.artist) as ArtistFields,
      () => readReason(fields),
      () => readRows(recordForms.album, fields),
    );
    const creation = { record: { id: undefined, ...written }, insist: false };
    const duplicates = await unseenDuplicates(visit, written.name, fields);
    if (duplicates.length > 0 && !(await sent.isDone(writes.createArtist, creation, reason)))
      return page(visit, { typed: fields, faults: noFaults }, duplicates);
    const { record } = await sent.write(writes.createArtist, creation, reason);
    const parent = { id: record.id, key: { artistId: record.id }, path: artistPath(record), name: record.name };
    return writeRows(visit, sent, { kind: 'album', parent, rows, reason });
  },
});

/** Artists of nearly the same name, if the page has not shown all of them yet. None if the search is refused, as it is only a hint. */
async function unseenDuplicates({ services, caller }: MemberVisit, name: string, typed: URLSearchParams): Promise<Artist[]> {
  const seen = typed.getAll('seen');
  const found = await services.store.readSlow(reads.findDuplicates, { name }, caller()).catch((error) => {
    if (error instanceof Problem) return [];
    throw error;
  });
  return found.filter(({ id }) => !seen.includes(String(id))).length > 0 ? found.slice(0, maxDuplicates) : [];
}

const maxDuplicates = 20;

function page(visit: MemberVisit, state: State, duplicates: Artist[]): Answer {
  const words = formTexts[visit.language];
  const { title, lead, button } = words.add;
  return {
    title,
    path: formPaths.addArtist,
    head: (
      <>
        <EditStyles prefix={visit.prefix} />
        <script type="module" src={`${visit.prefix}/assets/duplicates.js`} />
      </>
    ),
    body: (
      <Sheet wide title={title} lead={lead}>
        <PageForm
          visit={visit}
          action={formPaths.addArtist}
          state={state}
          button={duplicates.length > 0 ? words.duplicates.button : button}
          labels={labelsOf(words, { ...words.kinds.artist.labels, ...rowLabels('album', state, words) })}
          others={<a href={visit.prefix + sitePaths.artists}>{words.cancel}</a>}
          once
        >
          <EnterButton />
          <Duplicates visit={visit} duplicates={duplicates} />
          <Members forms={recordForms.artist} state={state} words={words} />
          <Rows kind="album" state={state} words={words} action={visit.prefix + formPaths.addArtist} />
          <ReasonFields state={state} words={words} />
        </PageForm>
      </Sheet>
    ),
  };
}

/** Links open another tab, so that no text is lost. `duplicates.js` fills the list while somebody types. */
function Duplicates({ visit: { prefix, language, catalogueLang }, duplicates }: { visit: MemberVisit; duplicates: Artist[] }) {
  const words = formTexts[language].duplicates;
  return (
    <div class="duplicates" role="status" hidden={duplicates.length === 0} data-duplicates>
      <p>
        <strong>{words.title}</strong> {words.lead}
      </p>
      <ul lang={catalogueLang}>
        {duplicates.map((duplicate) => (
          <li>
            <a href={prefix + artistPath(duplicate)} target="_blank" rel="noopener">
              <bdi>{duplicate.name}</bdi>
            </a>
            {duplicate.band && duplicate.band !== duplicate.name && (
              <small>
                {' '}
                <bdi>{duplicate.band}</bdi>
              </small>
            )}
          </li>
        ))}
      </ul>
      {duplicates.map(({ id }) => (
        <input type="hidden" name="seen" value={String(id)} />
      ))}
    </div>
  );
}
