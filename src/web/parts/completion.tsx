/** @jsxImportSource #jsx */
import { type EntryKind, kindRows, parentOf } from '../../model/record.ts';
import { formKinds } from '../paths.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

/** Links to what can be added to a record or corrected there. `path`: its page. */
export function Completion({ visit: { prefix, language }, path, parent }: { visit: Visit; path: string; parent: EntryKind }) {
  const words = formTexts[language];
  const below = formKinds.filter((kind) => kind !== 'artist' && parentOf(kind) === parent);
  return (
    <p class="tools">
      {words.rows.link}:
      {below.map((kind) => (
        <a href={`${prefix}${path}/${kindRows[kind].segment}`} rel="nofollow">
          {words.kinds[kind as Exclude<typeof kind, 'artist'>].link}
        </a>
      ))}
    </p>
  );
}
