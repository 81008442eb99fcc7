/** @jsxImportSource #jsx */
import type { LeftRecord, UndoStep } from '../../model/undo.ts';
import { recordPath } from '../paths.ts';
import { type FormTexts, formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';
import type { Report } from './report.ts';

type Props = { visit: Visit; report: Report };

/** What undoing the work of an account would do or did, and what it leaves. */
export function UndoReport({ visit, report: { outcome, isPlan, before } }: Props) {
  const { account: words } = formTexts[visit.language];
  const { undone, left, next } = outcome;
  const count = before + undone.length;
  return (
    <div class="report" role="status">
      <h2>{count === 0 ? words.nothing : isPlan ? words.planned(count) : words.done(count)}</h2>
      <Records visit={visit} records={undone} say={(step) => words.actions[(step as UndoStep).action]} />
      {left.length > 0 && <h3>{words.left(left.length)}</h3>}
      <Records visit={visit} records={left} say={(record) => words.reasons[(record as LeftRecord).reason]} />
      {next && <p>{words.rest}</p>}
    </div>
  );
}

type Named = UndoStep | LeftRecord;

function Records({ visit: { prefix, texts }, records, say }: { visit: Visit; records: Named[]; say(record: Named): FormTexts['cancel'] }) {
  if (records.length === 0) return null;
  return (
    <ul class="plan">
      {records.map((record) => (
        <li>
          <a href={`${prefix}${recordPath(record)}/history`}>
            <bdi>{record.name || String(record.id)}</bdi>
          </a>{' '}
          <small>{texts.changes.kinds[record.kind]}</small> {say(record)}
        </li>
      ))}
    </ul>
  );
}
