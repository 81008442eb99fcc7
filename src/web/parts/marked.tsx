/** @jsxImportSource #jsx */
import type { Matched } from '../../model/search/matched.ts';
import type { Visit } from '../visit.ts';

/** Marks a search match, unless the match belongs to another text. */
export function Marked({ visit, text, match }: { visit: Visit; text: string; match: Matched | undefined }) {
  return <bdi lang={visit.catalogueLang}>{match?.text === text ? pieces(match) : text}</bdi>;
}

function pieces({ text, ranges }: Matched) {
  const ends = [0, ...ranges.map(([, end]) => end)];
  return [
    ...ranges.map(([start, end], i) => (
      <>
        {text.slice(ends[i], start)}
        <mark>{text.slice(start, end)}</mark>
      </>
    )),
    text.slice(ends.at(-1)),
  ];
}
