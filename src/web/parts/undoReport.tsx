/** @jsxImportSource #jsx */
import type { NamedRecord, Span, UndoOutcome } from '../../model/undo.ts';
import { historyPath, recordPath } from '../paths.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

/** `outcome`: the plan, or what this request did. `before`: the number of records that earlier requests undid. */
export type Report = { span: Span; outcome: UndoOutcome; isPlan: boolean; before: number };

type Props = { visit: Visit; report: Report };

export function UndoReport({ visit, report: { outcome, isPlan, before } }: Props) {
  const { account: words } = formTexts[visit.language];
  const { undone, left, next } = outcome;
  const count = before + undone.length;
  return (
    <div class="report" role="status">
      <h2>{count === 0 ? words.nothing : isPlan ? words.planned(count) : words.done(count)}</h2>
      <Records visit={visit} records={undone} say={({ action, targetName }) => words.actions[action](targetName)} />
      {left.length > 0 && <h3>{words.left(left.length)}</h3>}
      <Records visit={visit} records={left} say={({ reason }) => words.reasons[reason]} />
      {next && <p>{words.rest}</p>}
    </div>
  );
}

type RecordsProps<R> = { visit: Visit; records: R[]; say(record: R): string };

function Records<R extends NamedRecord>({ visit: { prefix, texts, catalogueLang }, records, say }: RecordsProps<R>) {
  if (records.length === 0) return null;
  return (
    <ul class="plan">
      {records.map((record) => (
        <li>
          <a href={prefix + (historyPath(record) ?? recordPath(record))}>
            <bdi lang={catalogueLang}>{record.name || String(record.id)}</bdi>
          </a>{' '}
          ({texts.changes.kinds[record.kind]}): <bdi>{say(record)}</bdi>
        </li>
      ))}
    </ul>
  );
}
