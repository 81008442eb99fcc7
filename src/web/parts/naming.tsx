/** @jsxImportSource #jsx */
import type { Visit } from '../visit.ts';

type Props = { visit: Visit; text: string; name: string };

/** A text of the site with a name of the catalogue in it, which may have another language and direction. */
export function Naming({ visit, text, name }: Props) {
  const at = name === '' ? -1 : text.lastIndexOf(name);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <bdi lang={visit.catalogueLang}>{name}</bdi>
      {text.slice(at + name.length)}
    </>
  );
}
