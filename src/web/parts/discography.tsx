/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import type { Album } from '../../model/album.ts';
import type { Artist } from '../../model/artist.ts';
import { decadeClass, decadeOf } from '../decade.ts';
import { albumPathUnder, artistPath } from '../paths.ts';
import type { Visit } from '../visit.ts';
import { DatedSleeve } from './disc.tsx';

/** More albums than this are grouped by decade. */
const maxUngrouped = 40;
/** The first decade is open. If it has more albums than this, it is closed too, so that the last one is few screens away on a phone. */
const maxOpen = 60;

/** `sources`: the number for each album, by its id. */
type Props = { visit: Visit; artist: Artist; albums: Album[]; title?: Child; sources?: Map<bigint, bigint> };

/** The albums of an artist, in the order of their years. */
export function Discography({ visit, artist, albums, title = visit.texts.artist.albums, sources = new Map() }: Props) {
  const decades = [...Map.groupBy(albums, ({ year }) => decadeOf(year))];
  return (
    <section class="records" aria-labelledby="records">
      <h2 id="records">{title}</h2>
      {albums.length === 0 ? (
        <p class="muted">{visit.texts.artist.noAlbums}</p>
      ) : albums.length <= maxUngrouped ? (
        <Sleeves {...{ visit, artist, albums, sources }} />
      ) : (
        <>
          <Jumps visit={visit} decades={decades} />
          {decades.map(([decade, albums], i) => (
            <details class={`decade ${decadeClass(decade)}`} open={i === 0 && albums.length <= maxOpen}>
              <summary>
                <h3>{visit.texts.decade(decade)}</h3> <small>{visit.texts.albumCount(albums.length)}</small>
              </summary>
              <Sleeves {...{ visit, artist, albums, sources }} id={idOf(decade)} />
            </details>
          ))}
        </>
      )}
    </section>
  );
}

/** The id is inside the `details`, so a link to it opens a closed decade (HTML: ancestor revealing algorithm). */
const idOf = (decade: number) => `albums-${decade}`;

function Jumps({ visit: { texts }, decades }: { visit: Visit; decades: [number, Album[]][] }) {
  return (
    <nav class="keys" aria-label={texts.front.decades}>
      {decades.map(([decade]) => (
        <a class={decadeClass(decade)} href={`#${idOf(decade)}`}>
          {decade}
        </a>
      ))}
    </nav>
  );
}

type SleevesProps = Required<Pick<Props, 'visit' | 'artist' | 'albums' | 'sources'>> & { id?: string };

function Sleeves({ visit, artist, albums, sources, id }: SleevesProps) {
  const path = visit.prefix + artistPath(artist);
  return (
    <ol class={id === undefined ? 'timeline' : 'timeline small'} id={id}>
      {albums.map((album, i) => (
        <DatedSleeve
          visit={visit}
          album={album}
          href={albumPathUnder(path, album)}
          sources={Number(sources.get(album.id) ?? 0n)}
          {...(id !== undefined && { heading: album.year === albums[i - 1]?.year ? 'repeated' : 'year' })}
        />
      ))}
    </ol>
  );
}
