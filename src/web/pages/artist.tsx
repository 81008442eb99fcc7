/** @jsxImportSource #jsx */

import { Html } from '../../jsx.ts';
import type { Album } from '../../model/album.ts';
import type { Alias } from '../../model/alias.ts';
import type { Artist } from '../../model/artist.ts';
import { notFound } from '../../model/problem.ts';
import type { Versioned } from '../../model/versioned.ts';
import type { Discography } from '../../operations/album.ts';
import { readArtist } from '../../operations/artist.ts';
import { listBandArtists } from '../../operations/band.ts';
import { type About, readAbout } from '../../operations/facts.ts';
import { decadeClass } from '../decade.ts';
import { readDiscography } from '../discography.ts';
import { plainWords, safeHtml, shortened } from '../markdown.ts';
import { Completion } from '../parts/completion.tsx';
import { DatedSleeve, NamedDisc, Picture } from '../parts/disc.tsx';
import { HeroName, RecordFoot, Tools } from '../parts/hero.tsx';
import { countOf, LineUp } from '../parts/lineUp.tsx';
import { albumPathUnder, artistPath, idIn, type Named, sitePaths } from '../paths.ts';
import { noneLeft } from '../record/noneLeft.ts';
import { artistData, Data } from '../structured.tsx';
import type { Redirect, Shown, Visit } from '../visit.ts';

const maxMates = 12n;

/** @throws Problem `not-found` */
export async function artistPage(visit: Visit): Promise<Shown | Redirect> {
  const found = await readNamedArtist(visit);
  const path = artistPath(found.record);
  if (visit.ctx.path !== decodeURI(path)) return { location: path + visit.ctx.search };
  const { record: artist } = found;
  const [discography, mates, about] = await Promise.all([
    readDiscography(visit, artist.id),
    readMates(visit, artist),
    visit.services.store.read(readAbout, { artistId: artist.id }),
  ]);
  const words = plainWords(artist.description, 500);
  const description = shortened(words, 200);
  return {
    title: artist.name,
    path,
    hasPictures: [artist, ...discography.albums].some(({ image }) => image !== ''),
    ...(description && { description }),
    preview: { picture: artist.image, year: discography.albums[0]?.year },
    head: (
      <>
        <link rel="alternate" type="application/json" href={`${visit.prefix}/api/v1/artists/${artist.id}`} />
        <Data value={artistData(artist, words, discography.albums, path, visit.services.publicUrl)} />
      </>
    ),
    body: <ArtistBody visit={visit} found={found} discography={discography} mates={mates} about={about} path={path} />,
  };
}

async function readMates({ services }: Visit, { id, band }: Artist): Promise<Named[]> {
  const artists = await services.store.read(listBandArtists, { band, limit: maxMates + 1n });
  return artists.filter((mate) => mate.id !== id).slice(0, Number(maxMates));
}

/** @throws Problem `not-found` */
export async function readNamedArtist({ ctx, services }: Visit): Promise<Versioned<Artist>> {
  const artistId = idIn(ctx.params.artist ?? '');
  if (artistId === undefined) throw notFound('such an artist');
  return services.store.read(readArtist, { artistId });
}

type BodyProps = { visit: Visit; found: Versioned<Artist>; discography: Discography; mates: Named[]; about: About; path: string };

function ArtistBody({ visit, found, discography: { albums, total }, mates, about, path }: BodyProps) {
  const { record: artist } = found;
  const { texts, prefix, pictures } = visit;
  const { id, name, description, image, band, ...forgotten } = artist;
  noneLeft(forgotten);
  const years = albums.map(({ year }) => year);
  const hasPictures = [artist, ...albums].some(({ image }) => image !== '');
  return (
    <>
      <article class={`hero ${decadeClass(years[0])}`}>
        <div class="portrait">
          <NamedDisc prefix={prefix} year={years[0]} name={name} />
          {pictures && image && <Picture src={image} />}
        </div>
        <div>
          <HeroName name={name} />
          <Facts {...{ visit, artist, about, years, total }} />
          <OtherNames visit={visit} aliases={about.aliases} />
          {description ? (
            <div class="prose" dir="auto">
              {new Html(safeHtml(description))}
            </div>
          ) : (
            <p class="muted">{texts.artist.noDescription}</p>
          )}
          <Tools visit={visit} path={path} hasPictures={hasPictures} />
          <Completion visit={visit} path={path} parent="artist" />
        </div>
      </article>
      <LineUp visit={visit} id="members" memberships={about.members} years={years} />
      <LineUp visit={visit} id="bands" memberships={about.bands} years={years} />
      {[...about.members.records, ...about.bands.records].some(({ other }) => other) && (
        <p class="more">
          <a class="button" href={`${prefix}${path}/family`}>
            {texts.family.link}
          </a>
        </p>
      )}
      <Timeline visit={visit} artist={artist} albums={albums} />
      {mates.length > 0 && about.members.total + about.bands.total === 0n && (
        <section aria-labelledby="mates">
          <h2 id="mates">{texts.artist.mates(band)}</h2>
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
      <RecordFoot visit={visit} path={path} api={`/api/v1/artists/${id}`} found={found} />
    </>
  );
}

/** What helps only the search is not shown. */
function OtherNames({ visit: { texts }, aliases }: { visit: Visit; aliases: Alias[] }) {
  const shown = aliases.filter(({ kind }) => kind !== 'search hint');
  if (shown.length === 0) return null;
  return (
    <p class="muted">
      {texts.artist.alsoKnownAs}{' '}
      {shown.map(({ name, language }, i) => (
        <>
          {i > 0 && ', '}
          <bdi lang={language || undefined}>{name}</bdi>
        </>
      ))}
    </p>
  );
}

type FactsProps = { visit: Visit; artist: Artist; about: About; years: number[]; total: bigint };

function Facts({ visit: { texts, prefix }, artist: { name, band }, about, years: [first, ...later], total }: FactsProps) {
  const { members, bands } = about;
  return (
    <p class="facts">
      {first !== undefined && <span class="pill">{texts.artist.albumsOf(total, first, later.at(-1) ?? first)}</span>}
      {members.total > 0n && <a href="#members">{texts.artist.memberCount(countOf('members', members))}</a>}
      {bands.total > 0n && <a href="#bands">{texts.artist.bandCount(countOf('bands', bands))}</a>}
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
