/** @jsxImportSource #jsx */
import { albumData } from '../../http/linkedData.ts';
import { type KnownAlbum, readKnownAlbum } from '../../operations/known.ts';
import { reads } from '../../operations/reads.ts';
import { decadeClass } from '../decade.ts';
import { ArtistLink } from '../parts/artistLink.tsx';
import { Completion } from '../parts/completion.tsx';
import { Sleeve } from '../parts/disc.tsx';
import { Discography } from '../parts/discography.tsx';
import { ExternalLinks } from '../parts/externalLinks.tsx';
import { HeroName, RecordFoot, Tools } from '../parts/hero.tsx';
import { Listen } from '../parts/listen.tsx';
import { Naming } from '../parts/naming.tsx';
import { Credits, Tracks } from '../parts/parts.tsx';
import { namesOf, SourceMark, Sources } from '../parts/source.tsx';
import { albumPath, idIn } from '../paths.ts';
import { noneLeft } from '../record/noneLeft.ts';
import { Data } from '../structured.tsx';
import { detailsTexts } from '../texts/details.ts';
import type { Redirect, Shown, Visit } from '../visit.ts';
import { pastPage, timeAsked } from './past.tsx';

/** @throws Problem `not-found` */
export async function albumPage(visit: Visit): Promise<Shown | Redirect> {
  const { ctx, services, texts, prefix } = visit;
  const place = { artistId: idIn(ctx.params, 'artist'), albumId: idIn(ctx.params, 'album') };
  const known = await services.store.read(readKnownAlbum, place);
  const { artist, found, discography } = known;
  const { record: album } = found;
  const path = albumPath(artist, album);
  if (ctx.path !== decodeURI(path)) return { location: path + ctx.search };
  const at = timeAsked(visit);
  if (at !== undefined) {
    const past = await services.store.readSlow(reads.readAlbumAt, { ...place, at, evenDeleted: false }, visit.caller());
    return pastPage(visit, { kind: 'album', path, name: album.name, found: past });
  }
  return {
    title: `${album.name} · ${artist.name}`,
    path,
    hasPictures: discography.albums.some(({ image }) => image !== ''),
    description: `${texts.album.by} ${artist.name}, ${album.year}`,
    preview: { picture: album.image, year: album.year },
    head: (
      <>
        <link rel="alternate" type="application/json" href={`${prefix}/api/v1/artists/${artist.id}/albums/${album.id}`} />
        <Data value={albumData(known, services.publicUrl, services.config)} />
      </>
    ),
    body: <AlbumBody visit={visit} known={known} path={path} />,
  };
}

type BodyProps = { visit: Visit; known: KnownAlbum; path: string };

function AlbumBody({ visit, known: { artist, found, details, identifiers, credits, tracks, discography, sources }, path }: BodyProps) {
  const { record: album } = found;
  const others = discography.albums.filter(({ id }) => id !== album.id);
  const { texts, language } = visit;
  const { id, name, year, image, ...unshown } = album;
  noneLeft(unshown);
  const { id: _, kind, released, label, ...unshownDetails } = details ?? {};
  noneLeft(unshownDetails);
  return (
    <>
      <article class={`hero album ${decadeClass(year)}`}>
        <Sleeve visit={visit} album={album} />
        <div>
          <HeroName visit={visit} name={name} />
          <p class="facts">
            <span class="pill">{year}</span>
            <SourceMark visit={visit} sources={sources.records} about="album" supports={{ member: '/year', value: String(year) }} />
            {kind && kind !== 'album' && <span>{detailsTexts[language].kinds[kind]}</span>}
            <span>
              {texts.album.by} <ArtistLink visit={visit} artist={artist} />
            </span>
            {released && released !== String(year) && <span>{texts.album.released(texts.artist.date(released))}</span>}
            {label && (
              <span>
                {texts.album.label} <bdi>{label}</bdi>
              </span>
            )}
            <SourceMark visit={visit} sources={sources.records} about="album_details" />
          </p>
          <Listen visit={visit} kind="album_identifier" words={[artist.name, name]} identifiers={identifiers} sources={sources.records} />
          <ExternalLinks visit={visit} kind="album" identifiers={identifiers} sources={sources.records} />
          <Tools visit={visit} path={path} hasPictures={image !== ''} />
          <Completion visit={visit} path={path} parent="album" />
        </div>
      </article>
      <Credits visit={visit} list={credits} sources={sources.records} />
      <Tracks visit={visit} list={tracks} sources={sources.records} />
      <Sources
        visit={visit}
        path={path}
        list={sources}
        nameOf={namesOf<'album'>({ credit: credits.records, track: tracks.records, album_identifier: identifiers })}
      />
      {others.length > 0 && (
        <Discography
          visit={visit}
          artist={artist}
          albums={others}
          title={<Naming visit={visit} text={texts.album.others} names={[artist.name]} />}
        />
      )}
      <RecordFoot
        visit={visit}
        path={path}
        api={`/api/v1/artists/${artist.id}/albums/${id}`}
        name={`${name} (${artist.name})`}
        found={found}
      />
    </>
  );
}
