/** @jsxImportSource #jsx */
import type { Album } from '../../model/album.ts';
import type { Artist } from '../../model/artist.ts';
import { listOuterAlbums } from '../../operations/album.ts';
import { decadeClass } from '../decade.ts';
import { artistPath } from '../paths.ts';
import type { Visit } from '../visit.ts';

/** An artist with their first and latest album. */
export type Selection = { artist: Artist; first: Album | undefined; latest: Album | undefined };

export async function selectionsOf({ services: { store } }: Visit, artists: Artist[]): Promise<Selection[]> {
  const outer = await store.read(listOuterAlbums, { artistIds: artists.map(({ id }) => id) });
  return artists.map((artist, i) => ({ artist, first: outer[i]?.first, latest: outer[i]?.latest }));
}

/** A title strip of a jukebox. An artist without albums has the band they are known for in place of a title. */
function Strip({ artist, first, latest, prefix, code }: Selection & { prefix: string; code: string | undefined }) {
  const { name } = artist;
  const band = artist.band === name ? '' : artist.band;
  // The name of a single album stands above the artist, and its year below.
  const sameAlbum = first?.id === latest?.id;
  return (
    <li class={`strip ${decadeClass(first?.year)}`}>
      <Line name={first?.name ?? band} year={sameAlbum ? undefined : first?.year} />
      <p class={name.length > 22 ? 'name long' : 'name'}>
        <a href={prefix + artistPath(artist)}>
          <bdi>{name}</bdi>
        </a>
      </p>
      <Line name={sameAlbum ? undefined : latest?.name} year={latest?.year} />
      {code && (
        <span class="code" aria-hidden="true">
          {code}
        </span>
      )}
    </li>
  );
}

function Line({ name, year }: { name: string | undefined; year: number | undefined }) {
  return (
    <p class="line">
      {name && <bdi>{name}</bdi>} {year && <span>{year}</span>}
    </p>
  );
}

/** `coded`: with the codes of a jukebox, A1 to A9, then B1 and so on. */
type GridProps = { visit: Visit; selections: Selection[]; coded?: boolean };

export function ArtistGrid({ visit: { prefix, catalogueLang }, selections, coded = false }: GridProps) {
  const codeOf = (i: number) => `${String.fromCharCode(65 + Math.floor(i / 9))}${(i % 9) + 1}`;
  return (
    <ul class="wall" lang={catalogueLang}>
      {selections.map((selection, i) => (
        <Strip {...selection} prefix={prefix} code={coded ? codeOf(i) : undefined} />
      ))}
    </ul>
  );
}
