/** @jsxImportSource #jsx */
import { albumData } from '../../http/linkedData.ts';
import type { Album } from '../../model/album.ts';
import type { Artist } from '../../model/artist.ts';
import { notFound } from '../../model/problem.ts';
import type { Versioned } from '../../model/versioned.ts';
import { readAlbum } from '../../operations/album.ts';
import { decadeClass } from '../decade.ts';
import { readDiscography } from '../discography.ts';
import { Completion } from '../parts/completion.tsx';
import { Sleeve } from '../parts/disc.tsx';
import { HeroName, RecordFoot, Tools } from '../parts/hero.tsx';
import { albumPath, artistPath, idIn } from '../paths.ts';
import { noneLeft } from '../record/noneLeft.ts';
import { Data } from '../structured.tsx';
import type { Redirect, Shown, Visit } from '../visit.ts';
import { readNamedArtist, Timeline } from './artist.tsx';

/** @throws Problem `not-found` */
export async function albumPage(visit: Visit): Promise<Shown | Redirect> {
  const { record: artist } = await readNamedArtist(visit);
  const found = await readNamedAlbum(visit, artist);
  const { record: album } = found;
  const path = albumPath(artist, album);
  if (visit.ctx.path !== decodeURI(path)) return { location: path + visit.ctx.search };
  const { albums } = await readDiscography(visit, artist.id);
  const others = albums.filter(({ id }) => id !== album.id);
  return {
    title: `${album.name} · ${artist.name}`,
    path,
    hasPictures: albums.some(({ image }) => image !== ''),
    description: `${visit.texts.album.by} ${artist.name}, ${album.year}`,
    preview: { picture: album.image, year: album.year },
    head: <Data value={albumData({ artist, found }, visit.services.publicUrl)} />,
    body: <AlbumBody visit={visit} artist={artist} found={found} others={others} path={path} />,
  };
}

/** @throws Problem `not-found` */
export async function readNamedAlbum({ ctx, services }: Visit, artist: Artist): Promise<Versioned<Album>> {
  const albumId = idIn(ctx.params.album ?? '');
  if (albumId === undefined) throw notFound('such an album');
  return services.store.read(readAlbum, { artistId: artist.id, albumId });
}

type BodyProps = { visit: Visit; artist: Artist; found: Versioned<Album>; others: Album[]; path: string };

function AlbumBody({ visit, artist, found, others, path }: BodyProps) {
  const { record: album } = found;
  const { texts, prefix } = visit;
  const { id, name, year, image, ...forgotten } = album;
  noneLeft(forgotten);
  return (
    <>
      <article class={`hero album ${decadeClass(year)}`}>
        <Sleeve visit={visit} album={album} />
        <div>
          <HeroName visit={visit} name={name} />
          <p class="facts">
            <span class="pill">{year}</span>
            <span>
              {texts.album.by}{' '}
              <a href={prefix + artistPath(artist)}>
                <bdi lang={visit.catalogueLang}>{artist.name}</bdi>
              </a>
            </span>
          </p>
          <Tools visit={visit} path={path} hasPictures={image !== ''} />
          <Completion visit={visit} path={path} parent="album" />
        </div>
      </article>
      {others.length > 0 && <Timeline visit={visit} artist={artist} albums={others} title={texts.album.others(artist.name)} />}
      <RecordFoot visit={visit} path={path} api={`/api/v1/artists/${artist.id}/albums/${id}`} found={found} />
    </>
  );
}
