/** @jsxImportSource #jsx */
import type { MemberChange } from '../../model/history.ts';
import { differenceOf, endOf, ends, startOf } from '../difference.ts';
import type { Visit } from '../visit.ts';

type Props = { change: Pick<MemberChange, 'from' | 'to'>; texts: Visit['texts'] };

/** Of a long text, only the change with a few words around it. */
export function Difference({ change: { from, to }, texts }: Props) {
  const { removed, added, start, end } = differenceOf(textOf(from), textOf(to));
  const words = texts.history;
  return (
    <div dir="auto" class="difference">
      {endOf(start)}
      {removed && (
        <del>
          <span class="unseen">{words.removed}: </span>
          {ends(removed)}
        </del>
      )}
      {added && (
        <ins>
          <span class="unseen">{words.added}: </span>
          {ends(added)}
        </ins>
      )}
      {startOf(end)}
      {to === '' && !added && <em class="muted">{words.empty}</em>}
    </div>
  );
}

const textOf = (value: MemberChange['from']) => (value === null ? '' : String(value));
