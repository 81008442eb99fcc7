/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import { missing } from '../../model/artistQuery.ts';
import type { Statistics } from '../../model/statistics.ts';
import { decadeClass } from '../decade.ts';
import { Plot, type PlotBar } from '../parts/plot.tsx';
import { sitePaths } from '../paths.ts';
import { detailsTexts } from '../texts/details.ts';
import { statisticsTexts } from '../texts/statistics.ts';
import type { Shown, Visit } from '../visit.ts';

/** How many artists and albums there are, by decade, place and genre, and what is missing. */
export async function statisticsPage(visit: Visit): Promise<Shown> {
  const { counts } = visit.services;
  const found = await counts.statistics.read();
  const { title } = statisticsTexts[visit.language];
  return {
    title,
    path: sitePaths.statistics,
    uncached: !(await counts.statistics.isCurrent()),
    body: (
      <>
        <h1>{title}</h1>
        {found.artists === 0n ? <p class="muted">{visit.texts.artists.none}</p> : <Numbers visit={visit} found={found} />}
      </>
    ),
  };
}

type Props = { visit: Visit; found: Statistics };

function Numbers({ visit, found }: Props) {
  const { artists, albums, places, genres } = found;
  const { texts, prefix, language, catalogueLang } = visit;
  const genreNames: Record<string, string> = detailsTexts[language].genres;
  return (
    <>
      <p class="lead">
        <a href={prefix + sitePaths.artists}>{texts.artistCount(artists)}</a> ·{' '}
        <a href={prefix + sitePaths.albums}>{texts.albumCount(albums)}</a>
      </p>
      <Decades visit={visit} found={found} />
      <ArtistsBy
        visit={visit}
        filter="place"
        lang={catalogueLang}
        rows={places.map(({ place, artists }) => ({ value: place, name: place, artists }))}
      />
      <ArtistsBy
        visit={visit}
        filter="genre"
        rows={genres.map(({ genre, artists }) => ({ value: genre, name: genreNames[genre] ?? genre, artists }))}
      />
      <WhatIsMissing visit={visit} found={found} />
    </>
  );
}

function Decades({ visit, found: { decades } }: Props) {
  const words = statisticsTexts[visit.language];
  const { number, nav, decade: nameOf } = visit.texts;
  const barsOf = (count: 'artists' | 'albums'): PlotBar[] =>
    decades.map((row) => ({ label: nameOf(row.decade), value: row[count], shown: number(row[count]), style: decadeClass(row.decade) }));
  return (
    <Section
      {...{ id: 'decades', title: words.decades, columns: [words.decade, nav.albums, nav.artists] }}
      plots={(['albums', 'artists'] as const).map((count) => (
        <figure>
          <figcaption>{nav[count]}</figcaption>
          <Plot bars={barsOf(count)} />
        </figure>
      ))}
      rows={decades.map(({ decade, artists, albums }) => (
        <Row name={nameOf(decade)}>
          <Count {...{ visit, path: sitePaths.albums, query: { decade: `${decade}` }, count: albums }} />
          <Count {...{ visit, path: sitePaths.artists, query: { decade: `${decade}` }, count: artists }} />
        </Row>
      ))}
    />
  );
}

type FilterProps = {
  visit: Visit;
  filter: 'place' | 'genre';
  lang?: string | undefined;
  rows: { value: string; name: string; artists: bigint }[];
};

/** The artists of each place or genre. `value`: of the filter in a link. `lang`: of the names, if the page has another. */
function ArtistsBy({ visit, filter, lang, rows }: FilterProps) {
  const words = statisticsTexts[visit.language];
  const id = `${filter}s` as const;
  const bars = rows.map(({ name, artists }) => ({ label: name, value: artists, shown: visit.texts.number(artists) }));
  return (
    <Section
      {...{ id, title: words[id], columns: [words[filter], visit.texts.nav.artists] }}
      plots={<Plot bars={bars} lang={lang} />}
      rows={rows.map(({ value, name, artists }) => (
        <Row name={<bdi lang={lang}>{name}</bdi>}>
          <Count {...{ visit, path: sitePaths.artists, query: { [filter]: value }, count: artists }} />
        </Row>
      ))}
    />
  );
}

function WhatIsMissing({ visit, found }: Props) {
  const words = statisticsTexts[visit.language];
  const lacking = missing.filter((name) => found[`without_${name}`] > 0n);
  return (
    <Section
      {...{ id: 'missing', title: words.missing, columns: [words.what, visit.texts.nav.artists] }}
      plots={<p>{words.help(visit.texts.artistCount(found.artists))}</p>}
      rows={lacking.map((lacks) => (
        <Row name={words.without[lacks]}>
          <Count {...{ visit, path: sitePaths.artists, query: { lacks }, count: found[`without_${lacks}`] }} />
        </Row>
      ))}
    />
  );
}

type SectionProps = { id: string; title: string; columns: string[]; plots: Child; rows: Child[] };

function Section({ id, title, columns, plots, rows }: SectionProps) {
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div class="plots">{plots}</div>
      <table class="numbers" aria-labelledby={id}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th scope="col">{column}</th>
            ))}
          </tr>
        </thead>
        <tbody>{rows}</tbody>
      </table>
    </section>
  );
}

function Row({ name, children }: { name: Child; children: Child }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      {children}
    </tr>
  );
}

type CountProps = { visit: Visit; path: string; query: Record<string, string>; count: bigint };

/** A number with a link to its list. */
function Count({ visit: { prefix, texts }, path, query, count }: CountProps) {
  return (
    <td>
      <a href={`${prefix}${path}?${new URLSearchParams(query)}`}>{texts.number(count)}</a>
    </td>
  );
}
