/** @jsxImportSource #jsx */
import { may } from '../../model/actor.ts';
import type { Edit } from '../../model/edit.ts';
import { gapBefore, sentenceOf, type Word } from '../edit.ts';
import { HideButtons } from '../pages/hide.tsx';
import type { Names } from '../record/shown.ts';
import { clockOf } from '../time.ts';
import type { Visit } from '../visit.ts';
import { Differences } from './difference.tsx';

/** Only people who may read deleted records see their names. */
export function namesFor({ member }: Visit) {
  return member && may(member.actor, 'read deleted') ? 'of deleted records too' : 'of existing records';
}

type ListProps = { visit: Visit; edits: Edit[]; names?: Names };

/** `names`: of the artists that the changes refer to; without it, each edit is one line. */
export function EditList({ visit, edits, names }: ListProps) {
  const days = Map.groupBy(edits, ({ at }) => visit.texts.date(at));
  return (
    <>
      {[...days].map(([day, ofDay]) => (
        <>
          <p class="day">{day}</p>
          <ol class="changes">
            {ofDay.map((edit) => (
              <Line visit={visit} edit={edit} names={names} />
            ))}
          </ol>
        </>
      ))}
    </>
  );
}

function Line({ visit, edit, names }: { visit: Visit; edit: Edit; names: Names | undefined }) {
  const { revision } = edit.head;
  const { kind, comment, hidden } = revision;
  return (
    <li id={`c${edit.seq}`}>
      <div class="what">
        <p>
          {sentenceOf(visit, edit).map((word, i) => (
            <>
              {gapBefore(word, i)}
              <WordText visit={visit} word={word} />
            </>
          ))}
        </p>
        {hidden && <p class="note">{visit.texts.history.hidden[hidden]}</p>}
        {comment && <q dir="auto">{comment}</q>}
        {names && edit.changes.length > 0 && <Differences visit={visit} kind={kind} changes={edit.changes} names={names} />}
        {names && <HideButtons visit={visit} revision={revision} />}
      </div>
      <Moment visit={visit} at={edit.at} />
    </li>
  );
}

function WordText({ visit: { prefix, catalogueLang }, word: { text, href, named, action, quiet } }: { visit: Visit; word: Word }) {
  const shown = named ? <bdi lang={catalogueLang}>{text}</bdi> : href && !action ? <bdi>{text}</bdi> : text;
  const kind = action ? `action ${action}` : quiet ? 'muted' : undefined;
  if (href)
    return (
      <a class={kind} href={prefix + href}>
        {shown}
      </a>
    );
  return kind ? <span class={kind}>{shown}</span> : shown;
}

/** The time of day in the zone of the site, which `page.js` replaces by that of the browser. */
function Moment({ visit: { language, services }, at }: { visit: Visit; at: number }) {
  const zone = services.config.timeZone;
  const { time, day } = clockOf(language, zone);
  return (
    <time datetime={new Date(at).toISOString()} title={zone} data-day={day(at)}>
      {time(at)}
    </time>
  );
}
