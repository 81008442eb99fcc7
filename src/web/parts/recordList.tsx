/** @jsxImportSource #jsx */
import { titleOf } from '../../model/kinds.ts';
import { isSourceKind, type RecordOf } from '../../model/record.ts';
import type { RowKind } from '../paths.ts';
import { recordForms, type Values } from '../record/kinds.ts';
import { shownValue } from '../record/shown.ts';
import { formTexts } from '../texts/form.ts';
import { sourceTexts } from '../texts/source.ts';
import type { Visit } from '../visit.ts';
import { Next } from './next.tsx';
import { sourceForm } from './source.tsx';

type Props = { visit: Visit; kind: RowKind; path: string; parentPath: string; records: RecordOf<Values>[]; after: string | undefined };

/** The records of a kind below a record, with links to change each. `path`: of this page. `parentPath`: of the record above. */
export function RecordList({ visit, kind, path, parentPath, records, after }: Props) {
  const { prefix, language, texts } = visit;
  const words = formTexts[language];
  if (records.length === 0) return null;
  return (
    <section aria-labelledby="there">
      <h2 id="there">{words.rows.there}</h2>
      <ul class="there">
        {records.map((record) => (
          <li>
            <span>
              <bdi lang={visit.catalogueLang}>{titleOf(kind, record)}</bdi> <small>{about(record, kind, words)}</small>
            </span>
            <a href={`${prefix}${path}/${record.id}/edit`}>{words.edit.link}</a>
            <a href={`${prefix}${path}/${record.id}/history`}>{texts.artist.history}</a>
            {isSourced(kind) && (
              <a href={prefix + sourceForm(parentPath, { about: kind, record: record.id })}>{sourceTexts[language].add}</a>
            )}
          </li>
        ))}
      </ul>
      <Next visit={visit} from={{ after }} label={texts.pager.next} />
    </section>
  );
}

const isSourced = (kind: RowKind) => kind !== 'album' && !isSourceKind(kind);

/** A text that distinguishes a record from others of the same title. */
function about(record: Values, kind: RowKind, words: (typeof formTexts)['es']): string {
  const { type, controls } = recordForms[kind];
  const { labels } = words.kinds[kind];
  const members = Object.keys(controls).filter((member) => member !== type.titled && !/^(?:boolean|bigint)$/.test(typeof record[member]));
  return members
    .map((member) => shownValue(record[member], labels[member], words, new Map()))
    .filter(Boolean)
    .join(' · ');
}
