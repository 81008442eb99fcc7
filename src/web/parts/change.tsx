/** @jsxImportSource #jsx */
import { may } from '../../model/actor.ts';
import { type LoggedChange, type Position, showPosition } from '../../model/change.ts';
import type { SeekPage } from '../../model/seekPage.ts';
import { historyPath, recordPath } from '../paths.ts';
import { wordFor } from '../texts/site.ts';
import type { Visit } from '../visit.ts';
import { Next } from './next.tsx';

/** Only those who may read what is deleted see its name. */
export function namesFor({ member }: Visit) {
  return member && may(member.actor, 'read deleted') ? 'even deleted' : 'of those there';
}

export function ChangeList({ visit, changes }: { visit: Visit; changes: LoggedChange[] }) {
  const days = Map.groupBy(changes, ({ revision }) => visit.texts.date(revision.at));
  return (
    <>
      {[...days].map(([day, those]) => (
        <>
          <p class="day">{day}</p>
          <ol class="changes">
            {those.map((change) => (
              <ChangeLine visit={visit} change={change} />
            ))}
          </ol>
        </>
      ))}
    </>
  );
}

export function ChangePage({ visit, page: { rows, more, after } }: { visit: Visit; page: SeekPage<LoggedChange, Position> }) {
  const { changes } = visit.texts;
  return (
    <>
      {rows.length === 0 ? <p class="muted">{changes.none}</p> : <ChangeList visit={visit} changes={rows} />}
      <Next visit={visit} from={{ after: more && after ? showPosition(after) : undefined }} label={changes.older} />
    </>
  );
}

function ChangeLine({
  visit: { texts, prefix, catalogueLang },
  change: { revision, record, there, name },
}: {
  visit: Visit;
  change: LoggedChange;
}) {
  const { kind, at, action, version, comment } = revision;
  const { year } = (record ?? {}) as { year?: number };
  const what = [wordFor(texts.changes.kinds, kind), year, !there && texts.changes.gone].filter(Boolean).join(', ');
  // Who may not see the name of what is deleted may not see its history either.
  const path = there || name !== undefined ? recordPath(revision) : undefined;
  const history = historyPath(revision) ?? path;
  const verb = { class: `action ${action}`, children: wordFor(texts.history.actions, action) };
  return (
    <li>
      {path === undefined ? <span {...verb} /> : <a {...verb} href={`${prefix}${history}#v${version}`} />}
      <span class="what">
        {path === undefined || name === undefined ? (
          <span class="muted">{what}</span>
        ) : (
          <>
            <a href={`${prefix}${there ? path : history}`}>
              <bdi lang={catalogueLang}>{name}</bdi>
            </a>{' '}
            <small>{what}</small>
          </>
        )}
        {comment && <q dir="auto">{comment}</q>}
      </span>
      <Moment at={at} />
    </li>
  );
}

/** The time of day, in UTC. */
function Moment({ at }: { at: number }) {
  const whole = new Date(at).toISOString();
  return (
    <time datetime={whole} title="UTC">
      {whole.slice(11, 16)}
    </time>
  );
}
