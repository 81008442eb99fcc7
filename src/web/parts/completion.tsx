/** @jsxImportSource #jsx */
import { type EntryKind, isSingle, kindRows, parentOf } from '../../model/record.ts';
import { type FormKind, formKinds } from '../paths.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

type Props = { visit: Visit; path: string; parent: EntryKind; except?: FormKind | undefined };

/** Links to add to a record or correct it. `path`: its page. */
export function Completion({ visit: { prefix, language }, path, parent, except }: Props) {
  const words = formTexts[language];
  const below = formKinds.filter((kind) => parentOf(kind) === parent && kind !== except) as Exclude<FormKind, 'artist'>[];
  return (
    <p class="tools">
      {words.rows.link}:
      {below.map((kind) => (
        <a href={`${prefix}${path}/${kindRows[kind].segment}${isSingle(kind) ? '/edit' : ''}`} rel="nofollow">
          {words.kinds[kind].link}
        </a>
      ))}
    </p>
  );
}
