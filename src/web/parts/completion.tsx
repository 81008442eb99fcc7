/** @jsxImportSource #jsx */
import { type EntryKind, isSingle, kindRows, parentOf } from '../../model/record.ts';
import { type FormKind, formKinds } from '../paths.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

type Props = { visit: Visit; path: string; parent: EntryKind; except?: FormKind | undefined };

const kindsBelow = (parent: EntryKind) => formKinds.filter((kind) => parentOf(kind) === parent) as Exclude<FormKind, 'artist'>[];
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
