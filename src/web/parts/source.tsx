/** @jsxImportSource #jsx */
import { type AlbumSource, type ArtistSource, type FactUnder, titleOf } from '../../model/kinds.ts';
import type { EntryKind, SingleKind } from '../../model/record.ts';
import type { Listed } from '../../operations/known.ts';
import { nouns } from '../texts/nouns.ts';
import { sourceTexts } from '../texts/source.ts';
import type { Visit } from '../visit.ts';

export type ShownSource = ArtistSource | AlbumSource;

type MarkProps = {
  visit: Visit;
  sources: ShownSource[];
  about: ShownSource['about'];
  record?: bigint | null;
  /** Only the sources that support this member. The page shows `value` for it. */
  supports?: { member: ShownSource['supports']; value: string };
};

/** Links a value to its sources, and names the other values that they support. */
export function SourceMark({ visit: { language }, sources, about, record = null, supports }: MarkProps) {
  const matching = sources.filter(
    (found) => found.about === about && found.record === record && (!supports || [null, supports.member].includes(found.supports)),
  );
  const [first] = matching;
  if (!first) return null;
  const texts = sourceTexts[language];
  const others = supports ? matching.toSorted(byRank).map(({ value }) => value) : [];
  const values = [...new Set(others)].filter((value) => value !== '' && value !== supports?.value);
  return (
    <>
      {' '}
      <a class="sourced" href={`#source-${first.id}`}>
        {values.length > 0 ? texts.others(values.join(', ')) : texts.count(matching.length)}
      </a>
    </>
  );
}

/** The link to the form for a new source. Its query says what the source is about. @param path of the page of the artist or album */
export function sourceForm(path: string, about: { about: string; record?: bigint | null; supports?: string | null }): string {
  const params = Object.entries(about).flatMap(([member, value]) => (value === null ? [] : [[member, String(value)] as [string, string]]));
  return `${path}/sources?${new URLSearchParams(params)}`;
}

const ranks = ['preferred', null, 'disputed'];
const byRank = (a: ShownSource, b: ShownSource) => ranks.indexOf(a.rank) - ranks.indexOf(b.rank);

/** The titles of the facts under an entry by their kind and id. */
export function namesOf<P extends EntryKind>(
  facts: Record<Exclude<FactUnder<P>, SingleKind>, { id: bigint }[]>,
): (kind: string, id: bigint) => string | undefined {
  const names = new Map(
    Object.entries<{ id: bigint }[]>(facts).flatMap(([kind, records]) =>
      records.map((record) => [`${kind} ${record.id}`, titleOf(kind, record)]),
    ),
  );
  return (kind, id) => names.get(`${kind} ${id}`);
}

type SourcesProps = {
  visit: Visit;
  /** The path of the page of the artist or album. */
  path: string;
  list: Listed<ShownSource>;
  /** The name of a fact that a source may support. */
  nameOf(about: string, record: bigint): string | undefined;
};

export function Sources({ visit, path, list: { records, total }, nameOf }: SourcesProps) {
  if (records.length === 0) return null;
  const left = total - BigInt(records.length);
  return (
    <section aria-labelledby="sources">
      <h2 id="sources">{sourceTexts[visit.language].title}</h2>
      <ul class="sources">
        {records.map((source) => (
          <Source
            visit={visit}
            path={path}
            source={source}
            name={source.record === null ? undefined : nameOf(source.about, source.record)}
          />
        ))}
      </ul>
      {left > 0n && <p class="muted">{visit.texts.artist.more(left)}</p>}
    </section>
  );
}

type SourceProps = { visit: Visit; path: string; source: ShownSource; name: string | undefined };

function Source({ visit, path, source, name }: SourceProps) {
  const { prefix, catalogueLang, language } = visit;
  const { id, about, supports, value, rank, url, text, accessed, quote } = source;
  const texts = sourceTexts[language];
  return (
    <li id={`source-${id}`}>
      {nouns[language][about].name}
      {name && ' '}
      {name && <bdi lang={catalogueLang}>{name}</bdi>}
      {supports && `, ${texts.members[supports]}`}
      {value && (
        <>
          : <bdi>{value}</bdi>
        </>
      )}
      {rank === 'disputed' && ` (${texts.disputed})`}
      {' – '}
      {url ? (
        <a href={url} rel="external nofollow">
          <bdi>{text || (URL.parse(url)?.hostname ?? url)}</bdi>
        </a>
      ) : (
        <bdi>{text}</bdi>
      )}
      {quote && (
        <>
          {' '}
          <q>
            <bdi>{quote}</bdi>
          </q>
        </>
      )}
      {accessed && <small class="muted"> {texts.accessed(visit.texts.artist.date(accessed))}</small>}{' '}
      <a class="sourced" href={prefix + sourceForm(path, { about, record: source.record, supports })} rel="nofollow">
        {texts.another}
      </a>
    </li>
  );
}
