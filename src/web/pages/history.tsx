/** @jsxImportSource #jsx */

import { may } from '../../model/actor.ts';
import { type Change, historyQuery, showVersionCursor } from '../../model/history.ts';
import type { Fields } from '../../model/record.ts';
import type { SeekPage } from '../../model/seekPage.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { Next } from '../parts/next.tsx';
import { UndoButtons } from '../parts/undoButtons.tsx';
import { Version } from '../parts/version.tsx';
import { readQuery } from '../query.ts';
import { albumOf, artistOf, newestOf, type Subject } from '../record/subject.ts';
import { formTexts } from '../texts/form.ts';
import type { Shown, Visit } from '../visit.ts';

/** @throws Problem `not-found` */
export async function artistHistoryPage(visit: Visit): Promise<Shown> {
  return historyPage(visit, await artistOf(visit));
}

/** @throws Problem `not-found` */
export async function albumHistoryPage(visit: Visit): Promise<Shown> {
  return historyPage(visit, await albumOf(visit));
}

/** The history of a deleted record is for editors. */
async function historyPage<F extends Fields>(visit: Visit, subject: Subject<F>): Promise<Shown> {
  const { texts, prefix } = visit;
  const query = readQuery(visit, historyQuery, { limit: '20' });
  const [page, newest] = await Promise.all([subject.listHistory(query), newestOf(subject)]);
  const name = nameIn(page);
  const after = page.more ? page.after : undefined;
  const { kind, rights } = subject.type;
  const right = newest.there ? rights.write : rights.remove;
  const open = !visit.member || may(visit.member.actor, right);
  return {
    title: texts.history.title(name),
    path: `${subject.path}/history`,
    head: (
      <>
        <link rel="stylesheet" href={`${prefix}/assets/forms.css`} />
        <EditStyles prefix={prefix} />
      </>
    ),
    body: (
      <>
        <p class="kicker">{newest.there && <a href={prefix + subject.path}>‹ {texts.history.back(name)}</a>}</p>
        <h1>
          <bdi>{texts.history.title(name)}</bdi>
        </h1>
        <ol class="versions">
          {page.rows.map((change) => (
            <Version visit={visit} change={change} labels={formTexts[visit.language][kind]}>
              {open && <UndoButtons visit={visit} path={subject.path} change={change} newest={newest} />}
            </Version>
          ))}
        </ol>
        <Next visit={visit} from={{ after: after === undefined ? undefined : showVersionCursor(after) }} label={texts.history.older} />
      </>
    ),
  };
}

/** The latest name that this page of the history has. */
function nameIn({ rows }: SeekPage<Change, bigint>): string {
  const named = rows.flatMap(({ changes }) => changes).find(({ member }) => member === 'name');
  return String(named?.to ?? named?.from ?? '');
}
