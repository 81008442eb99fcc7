/** @jsxImportSource #jsx */
import { may } from '../../model/actor.ts';
import { undefinedIfNotFound } from '../../model/problem.ts';
import { isRecordDeleted } from '../../operations/revision.ts';
import { SearchBox } from '../layout.tsx';
import { ownPath } from '../ownPath.ts';
import { Disc } from '../parts/disc.tsx';
import { EditStyles } from '../parts/editStyles.tsx';
import { HeroName } from '../parts/hero.tsx';
import { UndoButtons } from '../parts/undoButtons.tsx';
import { idIn } from '../paths.ts';
import { newestOf, subjectOf } from '../record/subject.ts';
import type { Page, Shown, Visit } from '../visit.ts';

type Kind = 'artist' | 'album';

/** The page of a record, or of its deletion. */
export const orGone =
  (kind: Kind, page: Page): Page =>
  async (visit) => {
    try {
      return await page(visit);
    } catch (error) {
      undefinedIfNotFound(error);
      const { params } = visit.ctx;
      const place = { id: idIn(params, kind), ...(kind === 'album' && { artistId: idIn(params, 'artist') }) };
      // An existing record has no page for a time before its creation.
      if (!(await visit.services.store.read(isRecordDeleted, { kind, ...place }))) throw error;
      return gonePage(visit, kind);
    }
  };

/** Only editors see the name of a deleted record, with its history and the link to restore it. */
async function gonePage(visit: Visit, kind: Kind): Promise<Shown> {
  const { member, texts, prefix, ctx } = visit;
  const { gone } = texts.errors;
  const subject = member && may(member.actor, 'read deleted') ? await subjectOf(visit, kind) : undefined;
  const change = (await subject?.listHistory({ limit: 1n }))?.rows[0];
  const newest = subject && (await newestOf(subject));
  const last = newest && (await subject.readVersion(newest.last)).record;
  const name = last && subject.titleOf(last).name;
  return {
    title: name ? name : gone.title,
    path: ownPath(ctx.path),
    hidden: true,
    status: 410,
    ownSearch: true,
    head: subject && <EditStyles prefix={prefix} bare />,
    body: (
      <section class="trouble">
        <Disc prefix={prefix} year={undefined} />
        <div>
          <p class="kicker">410</p>
          {name ? <HeroName visit={visit} name={name} /> : <h1>{gone.title}</h1>}
          <p class="lead">{gone.lead}</p>
          {subject && change && newest && (
            <>
              <UndoButtons visit={visit} subject={subject} change={change} newest={newest} />
              <p>
                <a href={`${prefix}${subject.path}/history`}>{texts.artist.history}</a>
              </p>
            </>
          )}
          <SearchBox prefix={prefix} words={texts} large />
        </div>
      </section>
    ),
  };
}
