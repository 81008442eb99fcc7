/** @jsxImportSource #jsx */
import { undefinedIfNotFound } from '../../model/problem.ts';
import type { Kind } from '../../model/record.ts';
import { etagOf, readEtag } from '../../model/versioned.ts';
import { readDiscography } from '../../operations/album.ts';
import { type Form, type MemberVisit, memberForm } from '../form.ts';
import { Naming } from '../parts/naming.tsx';
import { changePage } from '../record/changePage.tsx';
import { recordForms } from '../record/kinds.ts';
import { readReason } from '../record/reason.ts';
import { type Subject, subjectOf } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';
import type { Deleted } from '../visit.ts';

/** The form has the entity tag, so it deletes only the version that its page showed. */
export function removeOf(kind: Kind): Form {
  return memberForm(recordForms[kind].type.rights.remove, {
    async show(visit, state) {
      const subject = await subjectOf(visit, kind);
      const found = await subject.read();
      const words = formTexts[visit.language];
      const { name, around } = subject.titleOf(found.record);
      const lead = words.remove.lead(kind === 'artist' ? await countAlbums(visit, found.record) : 0);
      return changePage(visit, state, {
        title: words.remove.title(around(name)),
        heading: <Naming visit={visit} text={(mark) => words.remove.title(around(mark))} names={[name]} />,
        path: `${subject.path}/delete`,
        lead,
        wide: false,
        button: words.remove.button,
        cancel: subject.pageAs(found.record),
        fields: <input type="hidden" name="tag" value={etagOf(found)} />,
      });
    },

    async onSubmit(visit, { fields, write }) {
      const subject = await subjectOf(visit, kind);
      const reason = readReason(fields);
      const tag = fields.get('tag') ?? '';
      const deleted = await versionOf(subject, tag);
      await subject.remove({ write, conditions: { required: true, ifMatch: [tag] }, reason });
      return { location: subject.parent, done: 'removed', deleted };
    },
  });
}

/** The version that `tag` names, even if the form was sent before and has deleted it already. Undefined if there is none. */
async function versionOf(subject: Subject, tag: string): Promise<Deleted | undefined> {
  const version = readEtag(tag)?.version;
  if (version === undefined) return undefined;
  const found = await subject.readVersion(version).catch(undefinedIfNotFound);
  if (!found?.record) return undefined;
  const { name, around } = subject.titleOf(found.record);
  return { path: subject.path, version, name: around(name) };
}

async function countAlbums({ services }: MemberVisit, { id }: { id: bigint }): Promise<number> {
  return Number((await services.store.read(readDiscography, { artistId: id, max: 1n })).total);
}
