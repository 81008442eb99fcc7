/** @jsxImportSource #jsx */

import { artistData } from '../../http/linkedData.ts';
import { plainWords, safeHtml } from '../../http/markdown.ts';
import { Html } from '../../jsx.ts';
import type { Alias } from '../../model/alias.ts';
import type { Artist } from '../../model/artist.ts';
import type { Awaitable } from '../../model/awaitable.ts';
import type { ArtistDetails } from '../../model/details.ts';
import type { Versioned } from '../../model/versioned.ts';
import { readArtist } from '../../operations/artist.ts';
import { type KnownArtist, readKnownArtist } from '../../operations/known.ts';
import { reads } from '../../operations/reads.ts';
import { decadeClass } from '../decade.ts';
import { ArtistLink } from '../parts/artistLink.tsx';
import { Completion } from '../parts/completion.tsx';
import { NamedDisc, Picture } from '../parts/disc.tsx';
import { Discography } from '../parts/discography.tsx';
import { ExternalLinks } from '../parts/externalLinks.tsx';
import { HeroName, RecordFoot, Tools } from '../parts/hero.tsx';
import { countOf, LineUp } from '../parts/lineUp.tsx';
import { Listen } from '../parts/listen.tsx';
import { Naming } from '../parts/naming.tsx';
import { AlsoOn } from '../parts/parts.tsx';
import { namesOf, type ShownSource, SourceMark, Sources } from '../parts/source.tsx';
import { artistPath, idIn, sitePaths } from '../paths.ts';
import { noneLeft } from '../record/noneLeft.ts';
import { Data } from '../structured.tsx';
import { detailsTexts } from '../texts/details.ts';
import type { Redirect, Shown, Visit } from '../visit.ts';
import { pastPage, timeAsked } from './past.tsx';

/** @throws Problem `not-found` */
export async function artistPage(visit: Visit): Promise<Shown | Redirect> {
  const { ctx, services, prefix } = visit;
  const known = await services.store.read(readKnownArtist, { artistId: idIn(ctx.params, 'artist') });
  const { record: artist } = known.found;
  const path = artistPath(artist);
  if (ctx.path !== decodeURI(path)) return { location: path + ctx.search };
  const at = timeAsked(visit);
  if (at !== undefined) {
    const past = await services.store.readSlow(reads.readArtistAt, { artistId: artist.id, at, evenDeleted: false }, visit.caller());
    return pastPage(visit, { kind: 'artist', path, name: artist.name, found: past });
  }
  const { albums } = known.discography;
  const description = plainWords(artist.description, 200);
  return {
    title: artist.name,
    path,
    hasPictures: [artist, ...albums].some(({ image }) => image !== ''),
    ...(description && { description }),
    preview: { picture: artist.image, year: albums[0]?.year },
    head: (
      <>
        <link rel="alternate" type="application/json" href={`${prefix}/api/v1/artists/${artist.id}`} />
        <link rel="alternate" type="application/atom+xml" href={`${prefix}/artists/${artist.id}/changes.atom`} title={artist.name} />
        <Data value={artistData(known, services.publicUrl, services.config)} />
      </>
    ),
    body: <ArtistBody visit={visit} known={known} path={path} />,
  };
}

/** @throws Problem `not-found` */
export function readNamedArtist(visit: Visit): Awaitable<Versioned<Artist>> {
  return visit.services.store.read(readArtist, { artistId: idIn(visit.ctx.params, 'artist') });
}

type BodyProps = { visit: Visit; known: KnownArtist; path: string };

function ArtistBody({ visit, known, path }: BodyProps) {
  const { found, discography, about, mates } = known;
  const { record: artist } = found;
  const { albums } = discography;
  const { texts, prefix, pictures } = visit;
  const { id, name, description, image, band, ...unshown } = artist;
  noneLeft(unshown);
  const { details, members, bands, aliases, identifiers, ...unshownFacts } = about;
  noneLeft(unshownFacts);
  const years = albums.map(({ year }) => year);
  const hasPictures = [artist, ...albums].some(({ image }) => image !== '');
  const isAlone = details?.type === 'person' && members.total === 0n;
  return (
    <>
      <article class={`hero ${decadeClass(years[0])}`}>
        <div class="portrait">
          <NamedDisc prefix={prefix} year={years[0]} name={name} />
          {pictures && image && <Picture src={image} />}
        </div>
        <div>
          <HeroName visit={visit} name={name} />
          <Facts visit={visit} known={known} />
          <OtherNames visit={visit} aliases={aliases} sources={known.sources.records} />
          {description ? (
            <div class="prose" dir="auto" lang={visit.catalogueLang}>
              {new Html(safeHtml(description))}
            </div>
          ) : (
            <p class="muted">{texts.artist.noDescription}</p>
          )}
          <Listen visit={visit} kind="artist_identifier" words={[name]} identifiers={identifiers} sources={known.sources.records} />
          <Tools visit={visit} path={path} hasPictures={hasPictures} />
          <Completion visit={visit} path={path} parent="artist" except={isAlone ? 'membership' : undefined} />
        </div>
      </article>
      <LineUp visit={visit} id="members" memberships={members} years={years} sources={known.sources.records} />
      <LineUp visit={visit} id="bands" memberships={bands} years={years} />
      {[...members.records, ...bands.records].some(({ other }) => other) && (
        <p class="more">
          <a class="button" href={`${prefix}${path}/family`}>
            {texts.family.link}
          </a>
        </p>
      )}
      <Discography visit={visit} artist={artist} albums={albums} sources={known.albumSources} />
      <AlsoOn visit={visit} list={known.alsoOn} />
      <Sources
        visit={visit}
        path={path}
        list={known.sources}
        nameOf={namesOf<'artist'>({ membership: members.records, alias: aliases, artist_identifier: identifiers })}
      />
      {mates.length > 0 && members.total + bands.total === 0n && (
        <section aria-labelledby="mates">
          <h2 id="mates">
            <Naming visit={visit} text={texts.artist.mates} names={[band]} />
          </h2>
          <ul class="mates">
            {mates.map((mate) => (
              <li>
                <ArtistLink visit={visit} artist={mate} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <RecordFoot visit={visit} path={path} api={`/api/v1/artists/${id}`} feed={`/artists/${id}/changes.atom`} name={name} found={found} />
    </>
  );
}

/** Search hints are not shown. */
function OtherNames({ visit, aliases, sources }: { visit: Visit; aliases: Alias[]; sources: ShownSource[] }) {
  const { texts, catalogueLang } = visit;
  const shown = aliases.filter(({ kind }) => kind !== 'search hint');
  if (shown.length === 0) return null;
  return (
    <p class="muted">
      {texts.artist.alsoKnownAs}{' '}
      {shown.map(({ id, name, language }, i) => (
        <>
          {i > 0 && ', '}
          <bdi lang={language || catalogueLang}>{name}</bdi>
          <SourceMark visit={visit} sources={sources} about="alias" record={id} />
        </>
      ))}
    </p>
  );
}

function Facts({ visit, known }: { visit: Visit; known: KnownArtist }) {
  const { texts, prefix, catalogueLang } = visit;
  const { found, discography, about, group } = known;
  const { name, band } = found.record;
  const { members, bands } = about;
  const { id: _id, type: _type, from = null, to = null, ended = null, place, genres = [], ...unshown } = about.details ?? {};
  noneLeft(unshown);
  const [first, last] = [discography.albums[0], discography.albums.at(-1)];
  const artistsOfBand = `${sitePaths.artists}?band=${encodeURIComponent(band.toWellFormed())}`;
  return (
    <>
      <p class="facts">
        {(from || to) && <span class="pill">{texts.artist.period({ from, to, ended })}</span>}
        <SourceMark visit={visit} sources={known.sources.records} about="artist_details" />
        <SourceMark visit={visit} sources={known.sources.records} about="artist" />
        {place && (
          <a href={`${prefix}${sitePaths.artists}?${new URLSearchParams({ place })}`}>
            <bdi lang={catalogueLang}>{place}</bdi>
          </a>
        )}
        {first && last && <a href="#records">{texts.artist.albumsOf(discography.total, first.year, last.year)}</a>}
        {members.total > 0n && <a href="#members">{texts.artist.memberCount(countOf('members', members))}</a>}
        {bands.total > 0n && <a href="#bands">{texts.bandCount(countOf('bands', bands))}</a>}
        {band && band !== name && (
          <span>
            {texts.artist.band}:{' '}
            <a href={prefix + (group ? artistPath(group) : artistsOfBand)}>
              <bdi lang={catalogueLang}>{band}</bdi>
            </a>
          </span>
        )}
      </p>
      {genres.length > 0 && <Genres visit={visit} genres={genres} />}
      <ExternalLinks visit={visit} kind="artist" identifiers={about.identifiers} sources={known.sources.records} />
    </>
  );
}

function Genres({ visit: { language, prefix }, genres }: { visit: Visit; genres: ArtistDetails['genres'] }) {
  const words = detailsTexts[language].genres;
  return (
    <p class="facts">
      <span>
        {genres.map((genre, i) => (
          <>
            {i > 0 && ' · '}
            <a class="genre" href={`${prefix}${sitePaths.artists}?genre=${genre}`}>
              {words[genre]}
            </a>
          </>
        ))}
      </span>
    </p>
  );
}
