/** @jsxImportSource #jsx */
import type { Visit } from '../visit.ts';

/** `names`: in the order of the text. `text`: makes the text, with the same mark in the place of each name. */
type Props = { visit: Visit; text(mark: string): string; names: string[] };

/** A text of the site with names of the catalogue in it, which may have another language and direction. */
export function Naming({ visit, text, names }: Props) {
  return (
    <>
      {text('\0')
        .split('\0')
        .map((part, i) => (
          <>
            {i > 0 && <bdi lang={visit.catalogueLang}>{names[i - 1]}</bdi>}
            {part}
          </>
        ))}
    </>
  );
}
