/** @jsxImportSource #jsx */
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';

/** `note`: a text that distinguishes the record from others of its name. */
export type Duplicate = { id: bigint; path: string; name: string; note: string };

type Props = { visit: Visit; duplicates: Duplicate[]; words: { title: string; lead: string } };

/** Links open another tab, so that no text is lost. `edit.js` fills the list of artists while someone types. */
export function Duplicates({ visit: { prefix, catalogueLang }, duplicates, words }: Props) {
  return (
    <div class="duplicates" role="status" hidden={duplicates.length === 0} data-duplicates>
      <p>
        <strong>{words.title}</strong> {words.lead}
      </p>
      <ul lang={catalogueLang}>
        {duplicates.map(({ path, name, note }) => (
          <li>
            <a href={prefix + path} target="_blank" rel="noopener">
              <bdi>{name}</bdi>
            </a>
            {note && note !== name && (
              <small>
                {' '}
                <bdi>{note}</bdi>
              </small>
            )}
          </li>
        ))}
      </ul>
      {duplicates.map(({ id }) => (
        <input type="hidden" name="seen" value={String(id)} />
      ))}
    </div>
  );
}

/** The label of the button that adds the record although it resembles others. */
export const addLabel = ({ language }: Visit, duplicates: Duplicate[]) =>
  duplicates.length > 0 ? formTexts[language].duplicates.button : formTexts[language].add.button;

/** The duplicates; none if an earlier page has shown all of them. */
export function unlessSeen(duplicates: Duplicate[], typed: URLSearchParams): Duplicate[] {
  const seen = typed.getAll('seen');
  return duplicates.some(({ id }) => !seen.includes(String(id))) ? duplicates : [];
}
