/** @jsxImportSource #jsx */
import { recordTypes } from '../../model/kinds.ts';
import { type EntryKind, kinds } from '../../model/record.ts';
import { segments } from '../paths.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

/** Links to what can be added to a record or corrected there. `path`: its page. */
export function Completion({ visit: { prefix, language }, path, parent }: { visit: Visit; path: string; parent: EntryKind }) {
  const words = formTexts[language];
  const below = kinds.filter((kind) => kind !== 'artist' && recordTypes[kind]?.ancestors.at(-1) === parent);
  return (
    <p class="tools">
      {words.rows.link}:
      {below.map((kind) => (
        <a href={`${prefix}${path}/${segments[kind]}`} rel="nofollow">
          {words.kinds[kind as Exclude<typeof kind, 'artist'>].link}
        </a>
      ))}
    </p>
  );
}
