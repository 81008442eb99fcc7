/** @jsxImportSource #jsx */

import type { Slice } from '../../model/page.ts';
import type { EntryKind } from '../../model/record.ts';
import type { Matched } from '../../model/search/matched.ts';
import { searchQuery } from '../../model/search/searchQuery.ts';
import { searchText } from '../../model/search/searchText.ts';
import { reads } from '../../operations/reads.ts';
import type { Hit } from '../../operations/search/search.ts';
import { decadeClass } from '../decade.ts';
import { SearchBox } from '../layout.tsx';
import { Disc } from '../parts/disc.tsx';
import { Marked } from '../parts/marked.tsx';
import { Next } from '../parts/next.tsx';
import { albumPath, artistPath, sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Shown, Visit } from '../visit.ts';

const onPage = 20;

export async function searchPage(visit: Visit): Promise<Shown> {
  const { texts, prefix, ctx } = visit;
  const asked = ctx.query('q') ?? '';
  const found = searchText.safeParse(asked).success ? await find(visit) : undefined;
  return {
    title: found ? texts.search.titleOf(asked) : texts.search.title,
    path: found ? `${sitePaths.search}?${new URLSearchParams({ q: asked, ...(found.kind && { kind: found.kind }) })}` : sitePaths.search,
    ownSearch: true,
    body: (
      <div class="narrow">
        <h1>{texts.search.title}</h1>
        <SearchBox prefix={prefix} words={texts} query={asked} large />
        {found ? (
          <Results visit={visit} found={found} />
        ) : (
          <p class="muted">{asked.trim() === '' ? texts.search.empty : texts.search.unsearchable}</p>
        )}
      </div>
    ),
  };
}

/** `from`: the offset of the page. */
type Found = Slice<Hit> & { from: bigint; kind: EntryKind | undefined };

async function find(visit: Visit): Promise<Found> {
  const { q, kind, limit, offset } = readQuery(visit, searchQuery, { limit: String(onPage), explain: undefined });
  const found = await visit.services.store.readSlow(reads.searchRecords, { q, kind, limit, offset }, visit.caller());
  return { ...found, from: offset, kind };
}

type ResultsProps = { visit: Visit; found: Found };

function Results({ visit, found: { records, total, more, from } }: ResultsProps) {
  const { texts, prefix } = visit;
  const [before, list, after] = texts.search.hint;
  if (records.length === 0)
    return (
      <section class="nothing">
        <h2>{texts.search.nothing}</h2>
        <p>
          {before}
          <a href={prefix + sitePaths.artists}>{list}</a>
          {after}
        </p>
      </section>
    );
  return (
    <>
      <p class="muted">{texts.search.found(Number(total))}</p>
      <ol class="results">
        {records.map((hit) => (
          <Result hit={hit} visit={visit} />
        ))}
      </ol>
      <Next visit={visit} from={{ offset: more ? String(from + BigInt(onPage)) : undefined }} label={texts.artists.next} />
    </>
  );
}

function Result({ hit: { candidate, matched }, visit }: { hit: Hit; visit: Visit }) {
  const { prefix, texts } = visit;
  const { artist } = candidate;
  const album = candidate.kind === 'album' ? candidate.album : undefined;
  const by = (member: Matched['member']) => matched.find((match) => match.member === member);
  const { name } = album ?? artist;
  return (
    <li class={decadeClass(album?.year)}>
      <Disc prefix={prefix} year={album?.year} />
      <div>
        <p class="found">
          <a href={prefix + (album ? albumPath(artist, album) : artistPath(artist))}>
            <Marked visit={visit} text={name} match={by('name')} />
          </a>
        </p>
        {album && (
          <p class="muted">
            {texts.search.albumBy} <Marked visit={visit} text={artist.name} match={by('artist')} />, {album.year}
          </p>
        )}
        {matched.map((match) => {
          const { member, text } = match;
          if (member === 'name' || member === 'artist' || (album && member === 'year')) return null;
          return (
            <p class="muted">
              {texts.search.members[member]}: <Marked visit={visit} text={text} match={match} />
            </p>
          );
        })}
      </div>
    </li>
  );
}
