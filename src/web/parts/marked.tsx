/** @jsxImportSource #jsx */
import type { Matched } from '../../model/search/matched.ts';

/** Marks a search match, unless the match belongs to another text. */
export function Marked({ text, match }: { text: string; match: Matched | undefined }) {
  return <bdi>{match?.text === text ? pieces(match) : text}</bdi>;
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
