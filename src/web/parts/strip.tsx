/** @jsxImportSource hono/jsx */
import { html } from 'hono/html';
import type { Album } from '../../model/album.ts';
import type { Artist } from '../../model/artist.ts';
import { decadeClass } from '../decade.ts';
import { artistPath } from '../paths.ts';

/** An artist with the first and the latest of their records. */
export type Selection = { artist: Artist; first: Album | undefined; latest: Album | undefined };

/** A title strip, as behind the glass of a jukebox. There are many on a page; a template is made faster than elements. */
export function Strip({ artist, first, latest, prefix, code }: Selection & { prefix: string; code: string | undefined }) {
  const { name } = artist;
  return html`<li class="strip ${decadeClass(first?.year)}">${line(first)}<p class="${name.length > 22 ? 'name long' : 'name'}"><a href="${prefix}${artistPath(artist)}"><bdi>${name}</bdi></a></p>${line(latest === first ? undefined : latest)}${code && html`<span class="code" aria-hidden="true">${code}</span>`}</li>`;
}

function line(album: Album | undefined) {
  return html`<p class="line">${album && html`<bdi>${album.name}</bdi> <span>${album.year}</span>`}</p>`;
}

/** A wall of title strips with the codes of a jukebox's buttons: A1 to A9, B1 and on. */
export function Wall({ selections, prefix, coded = false }: { selections: Selection[]; prefix: string; coded?: boolean }) {
  const codeOf = (i: number) => `${String.fromCharCode(65 + Math.floor(i / 9))}${(i % 9) + 1}`;
  return (
    <ul class="wall">
      {selections.map((selection, i) => (
        <Strip {...selection} prefix={prefix} code={coded ? codeOf(i) : undefined} />
      ))}
    </ul>
  );
}
