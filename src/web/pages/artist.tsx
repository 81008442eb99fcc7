/** @jsxImportSource hono/jsx */
import { raw } from 'hono/html';
import type { Album } from '../../model/album.ts';
import type { Artist } from '../../model/artist.ts';
import { notFound } from '../../model/problem.ts';
import type { Versioned } from '../../model/versioned.ts';
import { readArtist } from '../../operations/artist.ts';
import { decadeClass } from '../decade.ts';
import { type Discography, readDiscography } from '../discography.ts';
import { findArtists } from '../finding.ts';
import { plainWords, safeHtml } from '../markdown.ts';
import { DatedSleeve, NamedDisc, Picture } from '../parts/record.tsx';
import { albumPathUnder, artistPath, idIn, sitePaths } from '../paths.ts';
import { formTexts } from '../record/formTexts.ts';
import { artistData, Data } from '../structured.tsx';
import type { Moved, Shown, Visit } from '../visit.ts';

const mostMates = 12n;

/** @throws Problem `not-found` */
export async function artistPage(visit: Visit): Promise<Shown | Moved> {
  const found = await readNamedArtist(visit);
  const path = artistPath(found.record);
  if (visit.c.req.path !== decodeURI(path)) return { location: path };
  const { record: artist } = found;
  const [discography, mates] = await Promise.all([readDiscography(visit, artist.id), readMates(visit, artist)]);
  const pictures = [artist.image, ...discography.albums.map(({ image }) => image)].filter(Boolean);
  const description = plainWords(artist.description, 200);
  return {
    title: artist.name,
    path,
    hasPictures: pictures.length > 0,
    ...(description && { description }),
    preview: { picture: artist.image, year: discography.albums[0]?.year },
    head: (
      <>
        <link rel="alternate" type="application/json" href={`${visit.prefix}/api/v1/artists/${artist.id}`} />
        <Data value={artistData(artist, discography.albums, path, visit.services.publicUrl)} />
      </>
    ),
    body: <ArtistBody visit={visit} found={found} discography={discography} mates={mates} path={path} />,
  };
}

/** Some of the others of the same band. */
async function readMates(visit: Visit, { id, band }: Artist): Promise<Artist[]> {
  if (band.trim() === '') return [];
  const { records } = await findArtists(visit, { band, limit: mostMates + 1n });
  return records.filter((mate) => mate.id !== id).slice(0, Number(mostMates));
}

/** @throws Problem `not-found` */
export function readNamedArtist({ c, services }: Visit): Promise<Versioned<Artist>> {
  const artistId = idIn(c.req.param('artist') ?? '');
  if (artistId === undefined) throw notFound('such an artist');
  return services.store.read(readArtist, { artistId });
}

type BodyProps = { visit: Visit; found: Versioned<Artist>; discography: Discography; mates: Artist[]; path: string };

function ArtistBody({ visit, found: { record: artist, version, changedAt }, discography: { albums, total }, mates, path }: BodyProps) {
  const { texts, prefix, pictures } = visit;
  const words = formTexts[visit.language];
  const years = albums.map(({ year }) => year);
  const hidden = !pictures && [artist, ...albums].some(({ image }) => image !== '');
  return (
    <>
      <article class={`hero ${decadeClass(years[0])}`}>
        <div class="portrait">
          <NamedDisc prefix={prefix} year={years[0]} name={artist.name} />
          {pictures && artist.image && <Picture src={artist.image} />}
        </div>
        <div>
          <h1 class={artist.name.length > 40 ? 'long' : undefined}>
            <bdi>{artist.name}</bdi>
          </h1>
          <Facts artist={artist} years={years} total={total} visit={visit} />
          {artist.description ? (
            <div class="prose" dir="auto">
              {raw(safeHtml(artist.description))}
            </div>
          ) : (
            <p class="muted">{texts.artist.noDescription}</p>
          )}
          <p class="tools">
            <a class="button" href={`${prefix}${path}/edit`} rel="nofollow">
              {words.edit.link}
            </a>
            <a class="button" href={`${prefix}${path}/add`} rel="nofollow">
              {words.add.albumsLink}
            </a>
            <a class="button" href={`${prefix}${path}/history`}>
              {texts.artist.history}
            </a>
            <a class="button" href={`${prefix}/api/v1/artists/${artist.id}`}>
              JSON
            </a>
            <span>
              {texts.artist.changed(texts.date(changedAt))}, {texts.artist.version(version)}
            </span>
          </p>
          {hidden && (
            <p>
              <a href="?pictures=on">{texts.artist.showPictures}</a>
            </p>
          )}
        </div>
      </article>
      <Timeline visit={visit} artist={artist} albums={albums} />
      {mates.length > 0 && (
        <section aria-labelledby="mates">
          <h2 id="mates">{texts.artist.mates(artist.band)}</h2>
          <ul class="mates">
            {mates.map((mate) => (
              <li>
                <a href={prefix + artistPath(mate)}>
                  <bdi>{mate.name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

type FactsProps = { artist: Artist; years: number[]; total: bigint; visit: Visit };

function Facts({ artist: { name, band }, years: [first, ...later], total, visit: { texts, prefix } }: FactsProps) {
  return (
    <p class="facts">
      {first !== undefined && <span class="pill">{texts.artist.span(first, later.at(-1) ?? first)}</span>}
      <span>{texts.albumCount(total)}</span>
      {band && band !== name && (
        <span>
          {texts.artist.band}:{' '}
          <a href={`${prefix}${sitePaths.artists}?band=${encodeURIComponent(band.toWellFormed())}`}>
            <bdi>{band}</bdi>
          </a>
        </span>
      )}
    </p>
  );
}

type TimelineProps = { visit: Visit; artist: Artist; albums: Album[]; title?: string };

/** Records in their order, each year above its own. */
export function Timeline({ visit, artist, albums, title }: TimelineProps) {
  const { texts, prefix, pictures } = visit;
  const path = artistPath(artist);
  return (
    <section class="records" aria-labelledby="records">
      <h2 id="records">{title ?? texts.artist.albums}</h2>
      {albums.length === 0 ? (
        <p class="muted">{texts.artist.noAlbums}</p>
      ) : (
        <ol class="timeline">
          {albums.map((album) => (
            <DatedSleeve prefix={prefix} album={album} href={prefix + albumPathUnder(path, album)} picture={pictures ? album.image : ''} />
          ))}
        </ol>
      )}
    </section>
  );
}
