/** @jsxImportSource #jsx */
import { differenceOf, endOf, ends, startOf } from '../difference.ts';
import type { Visit } from '../visit.ts';

type Props = { from: string; to: string; visit: Visit };

/** Of a long text, only the change with a few words around it. */
export function Difference({ from, to, visit: { texts, language, catalogueLang } }: Props) {
  const { removed, added, start, end } = differenceOf(from, to);
  const words = texts.history;
  return (
    <div dir="auto" lang={catalogueLang} class="difference">
      {endOf(start)}
      {removed && (
        <del>
          <span class="unseen" lang={language}>
            {words.removed}:{' '}
          </span>
          {ends(removed)}
        </del>
      )}
      {added && (
        <ins>
          <span class="unseen" lang={language}>
            {words.added}:{' '}
          </span>
          {ends(added)}
        </ins>
      )}
      {startOf(end)}
      {to === '' && !added && (
        <em class="muted" lang={language}>
          {words.empty}
        </em>
      )}
    </div>
  );
}
