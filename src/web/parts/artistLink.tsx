/** @jsxImportSource #jsx */
import { artistPath, type Named } from '../paths.ts';
import type { Visit } from '../visit.ts';

export function ArtistLink({ visit: { prefix, catalogueLang }, artist }: { visit: Visit; artist: Named }) {
  return (
    <a href={prefix + artistPath(artist)}>
      <bdi lang={catalogueLang}>{artist.name}</bdi>
    </a>
  );
}
