/** @jsxImportSource #jsx */
import { may } from '../../model/actor.ts';
import { hiddenParts } from '../../model/hiding.ts';
import type { ShownRevision } from '../../model/history.ts';
import { notFound } from '../../model/problem.ts';
import { isKind } from '../../model/record.ts';
import { readNumbered } from '../../operations/hiding.ts';
import { writes } from '../../operations/writes.ts';
import { chosen, memberForm } from '../form.ts';
import { Select } from '../parts/choice.tsx';
import { EditStyles } from '../parts/editStyles.tsx';
import { formPage } from '../parts/sheet.tsx';
import { aboutVersion } from '../parts/version.tsx';
import { sitePaths, versionPath } from '../paths.ts';
import { numberIn } from '../query.ts';
import { subjectOf } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

const pathOf = (seq: bigint) => `${sitePaths.changes}/${seq}/hide`;

/** Hides a change from all but editors, or shows it again. The buttons in the history and in the list of changes send this form too. */
export const hide = memberForm('import, undo and hide', {
  async show(visit, state) {
    const seq = seqIn(visit);
    const { kind, id, version, artistId, albumId } = await visit.services.store.read(readNumbered, seq);
    if (!isKind(kind)) throw notFound('such change');
    const subject = await subjectOf(visit, kind, { artist: `${artistId}`, album: `${albumId}`, [kind]: `${id}` });
    const change = await subject.readVersion(version);
    const { hide: words } = formTexts[visit.language];
    return formPage(visit, state, {
      title: words.title,
      path: pathOf(seq),
      lead: words.lead,
      button: words.button,
      labels: { hidden: words.label },
      ...(await aboutVersion(visit, subject, change)),
      head: <EditStyles prefix={visit.prefix} />,
      wide: true,
      fields: (
        <Select
          name="hidden"
          label={words.label}
          state={state}
          value="all"
          options={[...hiddenParts, ''].map((value) => [value, words[nameOf(value)]])}
        />
      ),
    });
  },

  async onSubmit(visit, { fields, write }) {
    const hidden = chosen(fields, 'hidden', [...hiddenParts, '']) || null;
    const found = await write(writes.hideChange, { seq: seqIn(visit), hidden });
    return { location: versionPath(found) ?? sitePaths.changes, done: hidden ? 'hidden' : 'shown' };
  },
});

/** @throws Problem `not-found` */
const seqIn = ({ ctx }: Visit) => numberIn(ctx.params.change, 'such change');

const nameOf = (value: string) => (value === '' ? 'none' : (value as 'comment' | 'all'));

type Props = { visit: Visit; revision: ShownRevision; values?: boolean };

/** For editors. `values`: whether the values may be hidden too, which holds for every version but the newest. */
export function HideButtons({ visit: { prefix, member, language }, revision, values = false }: Props) {
  const { seq, hidden, comment, source } = revision;
  if (!member || !may(member.actor, 'import, undo and hide') || seq === null) return null;
  const { hide: words } = formTexts[language];
  const offered = hidden ? [''] : [...(comment || source ? ['comment'] : []), ...(values ? ['all'] : [])];
  if (offered.length === 0) return null;
  return (
    <form method="post" action={prefix + pathOf(seq)} class="note">
      {offered.map((value) => (
        <>
          <button type="submit" class="plain" name="hidden" value={value}>
            {words[nameOf(value)]}
          </button>{' '}
        </>
      ))}
    </form>
  );
}
