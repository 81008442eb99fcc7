/** @jsxImportSource #jsx */

import type { Fields } from '../../model/record.ts';
import { etagOf } from '../../model/versioned.ts';
import { readDiscography } from '../../operations/album.ts';
import { type MemberVisit, memberForm, type Spec } from '../form.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { PageForm } from '../parts/form.tsx';
import { redirectDone } from '../parts/notice.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { labelsOf, ReasonFields } from '../record/members.tsx';
import { readReason } from '../record/reason.ts';
import { albumOf, artistOf, type Subject } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';

export const removeArtist = memberForm('delete artists', removeOf(artistOf));
export const removeAlbum = memberForm('delete albums', removeOf(albumOf));

/** The form has the entity tag, so it deletes only the version that its page showed. */
function removeOf<F extends Fields>(subjectOf: (visit: MemberVisit) => Promise<Subject<F>>): Spec<MemberVisit> {
  return {
    async show(visit, state) {
      const subject = await subjectOf(visit);
      const found = await subject.read();
      const words = formTexts[visit.language];
      const lead = words.remove.lead(subject.type.kind === 'artist' ? await countAlbums(visit, found.record) : 0);
      const { path } = subject;
      const { name } = found.record as unknown as { name: string };
      const title = words.remove.title(name);
      return {
        title,
        path: `${path}/delete`,
        head: <EditStyles prefix={visit.prefix} />,
        body: (
          <Sheet title={title} lead={lead}>
            <PageForm
              visit={visit}
              action={`${path}/delete`}
              state={state}
              button={words.remove.button}
              labels={labelsOf(words, {})}
              others={<a href={visit.prefix + path}>{words.cancel}</a>}
              once
            >
              <input type="hidden" name="tag" value={etagOf(found)} />
              <ReasonFields state={state} words={words} />
            </PageForm>
          </Sheet>
        ),
      };
    },

    async send(visit, { fields, write }) {
      const subject = await subjectOf(visit);
      const reason = readReason(fields);
      await subject.remove({ write, conditions: { required: true, ifMatch: [fields.get('tag') ?? ''] }, reason });
      return redirectDone(subject.parent, 'removed');
    },
  };
}

async function countAlbums({ services }: MemberVisit, { id }: { id: bigint }): Promise<number> {
  return Number((await services.store.read(readDiscography, { artistId: id, most: 1n })).total);
}
