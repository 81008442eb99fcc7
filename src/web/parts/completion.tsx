/** @jsxImportSource #jsx */
import { type EntryKind, isEntryKind, isSingle, type Kind, kindRows, kinds, parentOf } from '../../model/record.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

type Props = { visit: Visit; path: string; parent: EntryKind; except?: Kind | undefined };

/** Details come first, then albums. */
const rankOf = (kind: Kind) => (isSingle(kind) ? 0 : isEntryKind(kind) ? 1 : 2);
const kindsBelow = (parent: EntryKind) =>
  kinds.filter((kind) => parentOf(kind) === parent).sort((a, b) => rankOf(a) - rankOf(b)) as Exclude<Kind, 'artist'>[];
const childKinds = { artist: kindsBelow('artist'), album: kindsBelow('album') };

/** Links to the forms that add facts to a record or correct it. `path`: the page of the record. */
export function Completion({ visit: { prefix, language }, path, parent, except }: Props) {
  const words = formTexts[language];
  return (
    <p class="tools">
      {words.rows.link}:
      {childKinds[parent].map(
        (kind) =>
          kind !== except && (
            <a href={`${prefix}${path}/${kindRows[kind].segment}${isSingle(kind) ? '/edit' : ''}`} rel="nofollow">
              {words.kinds[kind].link}
            </a>
          ),
      )}
    </p>
  );
}
