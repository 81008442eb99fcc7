/** @jsxImportSource #jsx */

import type { Artist } from '../../model/artist.ts';
import type { EntryKind } from '../../model/record.ts';
import type { Asked } from '../../model/search/asked.ts';
import type { Matched } from '../../model/search/matched.ts';
import { searchQuery } from '../../model/search/searchQuery.ts';
import { searchText } from '../../model/search/searchText.ts';
import { type Discography, readDiscography } from '../../operations/album.ts';
import { reads } from '../../operations/reads.ts';
import { type Found as FoundRecords, findInterpreted, type Hit } from '../../operations/search/search.ts';
import { decadeClass } from '../decade.ts';
import { SearchBox } from '../layout.tsx';
import { Disc } from '../parts/disc.tsx';
import { Marked } from '../parts/marked.tsx';
import { Next } from '../parts/next.tsx';
import { albumPath, artistPath, sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Shown, Visit } from '../visit.ts';

const resultsPerPage = 20;
/** The most albums of the first artist that the page shows. */
const maxAlbums = 60n;

export async function searchPage(visit: Visit): Promise<Shown> {
  const { texts, prefix, ctx } = visit;
  const typed = ctx.query('q') ?? '';
  const found = searchText.safeParse(typed).success ? await find(visit) : undefined;
  return {
    title: found ? texts.search.titleOf(typed) : texts.search.title,
    path: found ? `${sitePaths.search}?${new URLSearchParams({ q: typed, ...(found.kind && { kind: found.kind }) })}` : sitePaths.search,
    ownSearch: true,
    body: (
      <div class="narrow">
        <h1>{texts.search.title}</h1>
        <SearchBox prefix={prefix} words={texts} query={typed} large />
        {found ? (
          <Results visit={visit} found={found} />
        ) : (
          <p class="muted">{typed.trim() === '' ? texts.search.empty : texts.search.unsearchable}</p>
        )}
      </div>
    ),
  };
}

/** The results of a search. `from`: the offset of the page. */
type Found = FoundRecords & {
  from: bigint;
  kind: EntryKind | undefined;
  /** The albums of the first artist. */
  discography: Discography | undefined;
};

async function find(visit: Visit): Promise<Found> {
  const { q, kind, limit, offset } = readQuery(visit, searchQuery, { limit: String(resultsPerPage), explain: undefined });
  const { store } = visit.services;
  const runSearch = async (q: string) => store.readSlow(reads.searchRecords, { q, kind, limit, offset }, visit.caller());
  const found = await findInterpreted(q, runSearch);
  const first = offset === 0n ? found.records[0]?.candidate : undefined;
  const artistId = first?.kind === 'artist' ? first.artist.id : undefined;
  const discography = artistId === undefined ? undefined : await store.read(readDiscography, { artistId, max: maxAlbums });
  return { ...found, from: offset, kind, discography };
}

type ResultsProps = { visit: Visit; found: Found };

function Results({ visit, found: { records, total, more, from, asked, discography, kind } }: ResultsProps) {
  const { texts, prefix } = visit;
  const [before, list, after] = texts.search.hint;
  const isEmpty = records.length === 0;
  const decade = asked?.kind === 'decade' && <Decade visit={visit} decade={asked.decade} />;
  return (
    <>
      {(kind || !isEmpty) && <Kinds visit={visit} kind={kind} />}
      {decade}
      {isEmpty && !decade && (
        <section class="nothing">
          <h2>{texts.search.nothing}</h2>
          <p>
            {before}
            <a href={prefix + sitePaths.artists}>{list}</a>
            {after}
          </p>
        </section>
      )}
      {!isEmpty && <p class="muted">{texts.search.found(Number(total))}</p>}
      {!isEmpty && (
        <ol class="results">
          {records.map((hit, i) => (
            <Result hit={hit} visit={visit} asked={asked} discography={i === 0 ? discography : undefined} />
          ))}
        </ol>
      )}
      <Next visit={visit} from={{ offset: more ? String(from + BigInt(resultsPerPage)) : undefined }} label={texts.pager.next} />
    </>
  );
}

type ResultProps = { hit: Hit; visit: Visit; asked: Asked | undefined; discography: Discography | undefined };

function Result({ hit: { candidate, matched }, visit, asked, discography }: ResultProps) {
  const { prefix, texts } = visit;
  const { artist } = candidate;
  const album = candidate.kind === 'album' ? candidate.album : undefined;
  const matchOf = (member: Matched['member']) => matched.find((match) => match.member === member);
  const { name } = album ?? artist;
  return (
    <li class={decadeClass(album?.year)}>
      <Disc prefix={prefix} year={album?.year} />
      <div>
        <h2 class="found">
          <a href={prefix + (album ? albumPath(artist, album) : artistPath(artist))}>
            <Marked visit={visit} text={name} match={matchOf('name')} />
          </a>
        </h2>
        {album && (
          <p class="muted">
            {texts.search.albumBy} <Marked visit={visit} text={artist.name} match={matchOf('artist')} />, {album.year}
          </p>
        )}
        {[...Map.groupBy(matched, ({ member }) => member)].map(([member, matches]) => {
          if (member === 'name' || member === 'artist' || (album && member === 'year')) return null;
          return (
            <p class="muted">
              {texts.search.members[member]}:{' '}
              {matches.map((match, i) => (
                <>
                  {i > 0 && ' · '}
                  <Marked visit={visit} text={match.text} match={match} />
                </>
              ))}
            </p>
          );
        })}
        {discography && asked?.kind === 'members' && (
          <p>
            <a href={`${prefix}${artistPath(artist)}#members`}>{texts.artist.members}</a>
          </p>
        )}
        {discography && discography.albums.length > 0 && <Albums visit={visit} artist={artist} discography={discography} />}
      </div>
    </li>
  );
}

/** The albums of the artist that was found first. */
function Albums({ visit, artist, discography: { albums, total } }: { visit: Visit; artist: Artist; discography: Discography }) {
  const { prefix, texts, catalogueLang } = visit;
  const left = total - BigInt(albums.length);
  return (
    <ul class="by-first" aria-label={texts.artist.albums}>
      {albums.map((album) => (
        <li>
          <a href={prefix + albumPath(artist, album)}>
            <bdi lang={catalogueLang}>{album.name}</bdi>
          </a>{' '}
          <small>{album.year}</small>
        </li>
      ))}
      {left > 0n && <li>{texts.artist.more(left)}</li>}
    </ul>
  );
}

/** Tabs for all results, for artists only and for albums only. */
function Kinds({ visit: { ctx, texts }, kind }: { visit: Visit; kind: EntryKind | undefined }) {
  const tabs = [
    [undefined, texts.search.everything],
    ['artist', texts.nav.artists],
    ['album', texts.nav.albums],
  ] as const;
  const hrefOf = (tab: EntryKind | undefined) => `?${new URLSearchParams({ q: ctx.query('q') ?? '', ...(tab && { kind: tab }) })}`;
  return (
    <nav class="kinds" aria-label={texts.search.kinds}>
      {tabs.map(([tab, label]) => (
        <a href={hrefOf(tab)} {...(tab === kind && { 'aria-current': 'true' as const })}>
          {label}
        </a>
      ))}
    </nav>
  );
}

/** Links to the lists of the decade that was searched for. */
function Decade({ visit: { prefix, texts }, decade }: { visit: Visit; decade: number }) {
  return (
    <section class={`decades ${decadeClass(decade)}`}>
      <h2>{texts.decade(decade)}</h2>
      <p class="keys">
        <a href={`${prefix}${sitePaths.albums}?decade=${decade}`}>{texts.nav.albums}</a>
        <a href={`${prefix}${sitePaths.artists}?decade=${decade}`}>{texts.nav.artists}</a>
      </p>
    </section>
  );
}
