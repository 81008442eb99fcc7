/** @jsxImportSource #jsx */

import { may } from '../../model/actor.ts';
import { historyQuery, showVersionCursor } from '../../model/history.ts';
import type { Kind } from '../../model/record.ts';
import { EditStyles } from '../parts/editStyles.tsx';
import { Naming } from '../parts/naming.tsx';
import { Next } from '../parts/next.tsx';
import { Title } from '../parts/sheet.tsx';
import { UndoButtons } from '../parts/undoButtons.tsx';
import { Version } from '../parts/version.tsx';
import { versionsPerPage } from '../paths.ts';
import { readQuery } from '../query.ts';
import { readNames, referencesIn } from '../record/reference.ts';
import { newestOf, subjectOf } from '../record/subject.ts';
import type { Shown, Visit } from '../visit.ts';
import { HideButtons } from './hide.tsx';
import { RedactLink } from './redact.tsx';

/** The history of a deleted record is for editors. @throws Problem `not-found` */
export const historyOf =
  (kind: Kind) =>
  async (visit: Visit): Promise<Shown> => {
    const { texts, prefix } = visit;
    const subject = await subjectOf(visit, kind);
    const query = readQuery(visit, historyQuery, { limit: String(versionsPerPage) });
    const [page, newest] = await Promise.all([subject.listHistory(query), newestOf(subject)]);
    const names = await readNames(visit, referencesIn(page.rows));
    const { record } = await subject.readVersion(newest.last);
    const after = page.more ? page.after : undefined;
    const { rights } = subject.type;
    const { shownOn } = subject;
    const right = newest.exists ? rights.write : rights.remove;
    const mayUndo = !visit.member || may(visit.member.actor, right);
    const { name, around } = subject.titleOf(record ?? {});
    const title = texts.history.title(around(name));
    return {
      title,
      path: `${subject.path}/history`,
      head: <EditStyles prefix={prefix} bare />,
      body: (
        <>
          <p class="kicker">
            {shownOn && (
              <a href={prefix + shownOn.path}>
                ‹ <Naming visit={visit} text={texts.history.back} names={[shownOn.name]} />
              </a>
            )}
          </p>
          <Title title={title}>
            <Naming visit={visit} text={(mark) => texts.history.title(around(mark))} names={[name]} />
          </Title>
          <ol class="versions">
            {page.rows.map((change) => (
              <Version visit={visit} change={change} names={names}>
                {mayUndo && <UndoButtons visit={visit} subject={subject} change={change} newest={newest} />}
                <HideButtons visit={visit} revision={change.revision} values={change.revision.version !== newest.version} />
                <RedactLink visit={visit} path={subject.path} version={change.revision.version} />
              </Version>
            ))}
          </ol>
          <Next visit={visit} from={{ after: after === undefined ? undefined : showVersionCursor(after) }} label={texts.history.older} />
        </>
      ),
    };
  };
