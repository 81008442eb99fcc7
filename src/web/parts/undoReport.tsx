/** @jsxImportSource #jsx */
import type { MemberChange } from '../../model/history.ts';
import type { NamedRecord, Span, UndoOutcome } from '../../model/undo.ts';
import { historyPath, recordPath } from '../paths.ts';
import type { Names } from '../record/shown.ts';
import { formTexts } from '../texts/form.ts';
import { nouns } from '../texts/nouns.ts';
import type { Visit } from '../visit.ts';
import { Differences } from './difference.tsx';

/** `outcome`: the plan, or what this request did. `before`: the number of records that earlier requests undid. */
export type Report = { span: Span; outcome: UndoOutcome; isPlan: boolean; before: number };

/** `names`: of the artists that the changes name. */
type Props = { visit: Visit; report: Report; names: Names };

export function UndoReport({ visit, report: { span, outcome, isPlan, before }, names }: Props) {
  const { account: words } = formTexts[visit.language];
  const { undone, left, next } = outcome;
  const count = before + undone.length;
  return (
    <div class="report" role="status">
      <h2>{count === 0 ? words.nothing : isPlan ? words.planned(count) : words.done(count)}</h2>
      <p class="note">{words.span(minuteOf(span.since), minuteOf(span.until))}</p>
      <Records
        visit={visit}
        records={undone}
        say={({ action, targetName, changes }) => words.actions[action](changes ? '' : targetName)}
        names={names}
      />
      {left.length > 0 && <h3>{words.left(left.length)}</h3>}
      <Records visit={visit} records={left} say={({ reason }) => words.reasons[reason]} names={names} />
      {next && <p>{words.rest}</p>}
    </div>
  );
}

/** A time to the minute, in UTC. */
const minuteOf = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

type ReportedRecord = NamedRecord & { changes?: MemberChange[] };
type RecordsProps<R> = { visit: Visit; records: R[]; say(record: R): string; names: Names };

function Records<R extends ReportedRecord>({ visit, records, say, names }: RecordsProps<R>) {
  const { prefix, catalogueLang, language } = visit;
  if (records.length === 0) return null;
  return (
    <ul class="plan">
      {records.map((record) => (
        <li>
          <a href={prefix + (historyPath(record) ?? recordPath(record))}>
            <bdi lang={catalogueLang}>{record.name || String(record.id)}</bdi>
          </a>{' '}
          ({nouns[language][record.kind].name}): <bdi>{say(record)}</bdi>
          {record.changes && <Differences visit={visit} kind={record.kind} changes={record.changes} names={names} />}
        </li>
      ))}
    </ul>
  );
}
