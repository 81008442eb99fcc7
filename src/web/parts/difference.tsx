/** @jsxImportSource #jsx */
import type { MemberChange } from '../../model/history.ts';
import { isKind } from '../../model/record.ts';
import { differenceOf, endOf, type Piece, startOf, withoutMiddle } from '../difference.ts';
import { holdsCatalogueText } from '../record/control.ts';
import { recordForms } from '../record/kinds.ts';
import { type Names, shownValue } from '../record/shown.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

type ListProps = { visit: Visit; kind: string; changes: MemberChange[]; names: Names };

/** A change, member by member; nothing for a kind that only a newer program knows. */
export function Differences({ visit, kind, changes, names }: ListProps) {
  if (!isKind(kind)) return null;
  const words = formTexts[visit.language];
  const { labels } = words.kinds[kind];
  const { controls } = recordForms[kind];
  const rows = changes.map(({ member, from, to }) => {
    const shown = (value: unknown) => shownValue(value, labels[member], words, names);
    const lang = holdsCatalogueText(controls[member]) ? visit.catalogueLang : undefined;
    return { label: labels[member]?.label, from: shown(from), to: shown(to), lang };
  });
  return (
    <dl class="members">
      {rows.filter(isDifferent).map(({ label, ...change }) => (
        <>
          <dt>{label}</dt>
          <dd>
            <Difference {...change} visit={visit} />
          </dd>
        </>
      ))}
    </dl>
  );
}

/** A revision that adds or deletes a record also lists its empty members. They show no difference. */
const isDifferent = ({ from, to }: { from: string; to: string }) => from !== to;

/** The most pieces of a text that are shown. */
const maxPieces = 60;

/** `lang`: of the values, if they are names or texts of the catalogue. */
type Props = { from: string; to: string; visit: Visit; lang: string | undefined };

/** A long text is cut to its changes, with a few words around each. */
export function Difference({ from, to, visit, lang }: Props) {
  const { texts, language } = visit;
  const pieces = differenceOf(from, to);
  const last = pieces.length - 1;
  return (
    <div dir="auto" lang={lang} class="difference">
      {pieces
        .slice(0, maxPieces)
        .map((piece, i) => (piece.is === 'kept' ? excerpt(piece, i, last) : <Changed visit={visit} piece={piece} />))}
      {last >= maxPieces && ' […]'}
      {to === '' && pieces.every(({ is }) => is !== 'added') && (
        <em class="muted" lang={language}>
          {texts.history.empty}
        </em>
      )}
    </div>
  );
}

function excerpt({ text }: Piece, i: number, last: number): string {
  if (i === 0) return endOf(text);
  if (i === last) return startOf(text);
  return text.length <= 120 ? text : `${startOf(text)} ${endOf(text)}`;
}

function Changed({ visit: { texts, language }, piece: { is, text } }: { visit: Visit; piece: Piece }) {
  const word = (
    <span class="unseen" lang={language}>
      {is === 'removed' ? texts.history.removed : texts.history.added}:{' '}
    </span>
  );
  return is === 'removed' ? (
    <del>
      {word}
      {withoutMiddle(text)}
    </del>
  ) : (
    <ins>
      {word}
      {withoutMiddle(text)}
    </ins>
  );
}
