/** @jsxImportSource hono/jsx */

import { readPage } from '../../http/page.ts';
import { reads } from '../../operations/reads.ts';
import { ofToday } from '../daily.ts';
import { decades } from '../decade.ts';
import { selectionsOf } from '../discography.ts';
import { findArtists } from '../finding.ts';
import { SearchBox } from '../layout.tsx';
import { AddLink } from '../parts/addLink.tsx';
import { ChangeList } from '../parts/change.tsx';
import { Disc } from '../parts/record.tsx';
import { type Selection, Wall } from '../parts/strip.tsx';
import { sitePaths } from '../paths.ts';
import type { Shown, Visit } from '../visit.ts';

const onWall = 12;
/** Artists from the first on that are reached by offset at once. */
const near = 500n;
const recent = 6n;

export async function frontPage(visit: Visit): Promise<Shown> {
  const { texts, services, caller } = visit;
  const { total, wall } = await readWall(visit);
  const changes = await services.store.readSlow(reads.listChanges, { limit: recent, after: undefined, order: 'desc' }, caller());
  return {
    title: texts.front.title,
    path: '/',
    description: texts.front.lead(texts.artistCount(total)),
    ownSearch: true,
    body: (
      <>
        <Hero visit={visit} total={total} />
        {total === 0n ? <Empty visit={visit} /> : <Today visit={visit} wall={wall} />}
        {changes.rows.length > 0 && (
          <section aria-labelledby="recent">
            <div class="heading">
              <h2 id="recent">{texts.front.recent}</h2>
              <a href={visit.prefix + sitePaths.changes}>{texts.front.all}</a>
            </div>
            <ChangeList visit={visit} changes={changes.rows} />
            <p class="more">
              <AddLink visit={visit} />
            </p>
          </section>
        )}
      </>
    ),
  };
}

/** Artists of today: another selection each day, for everybody the same. */
async function readWall(visit: Visit): Promise<{ total: bigint; wall: Selection[] }> {
  const { services, caller } = visit;
  const read = (page: { after?: bigint; offset?: bigint }) =>
    readPage(services.store, reads.listArtists, { limit: 1n, offset: 0n, after: undefined, ...page }, caller);
  const { total, records } = await findArtists(visit, { sort: '-id', limit: 1n });
  const [last] = records;
  if (!last) return { total, wall: [] };
  // Ids have gaps, so those picked may be too few: then some of the first fill up.
  const byId = await Promise.all(ofToday(onWall, last.id).map((after) => read({ after })));
  const first = await Promise.all(ofToday(onWall, total < near ? total : near).map((offset) => read({ offset })));
  const picked = new Map([...byId, ...first].flatMap(({ records }) => records).map((artist) => [artist.id, artist]));
  return { total, wall: await selectionsOf(visit, [...picked.values()].slice(0, onWall)) };
}

function Hero({ visit: { texts, prefix }, total }: { visit: Visit; total: bigint }) {
  return (
    <section class="marquee">
      <Disc prefix={prefix} year={undefined} />
      <div>
        <h1>{texts.front.title}</h1>
        <p class="lead">{texts.front.lead(texts.artistCount(total))}</p>
        <SearchBox prefix={prefix} words={texts} large />
        <nav class="keys" aria-label={texts.front.decades}>
          {decades.map((decade) => (
            <a class={`d${decade}`} href={`${prefix}${sitePaths.artists}?decade=${decade}`}>
              {decade}
            </a>
          ))}
        </nav>
      </div>
    </section>
  );
}

function Today({ visit: { texts, prefix }, wall }: { visit: Visit; wall: Selection[] }) {
  return (
    <section aria-labelledby="wall">
      <div class="heading">
        <h2 id="wall">{texts.front.wall}</h2>
        <span class="muted">{texts.front.wallNote}</span>
      </div>
      <Wall selections={wall} prefix={prefix} coded />
    </section>
  );
}

function Empty({ visit }: { visit: Visit }) {
  const { texts } = visit;
  return (
    <section class="nothing">
      <h2>{texts.front.empty}</h2>
      <p>{texts.front.emptyHint}</p>
      <AddLink visit={visit} />
    </section>
  );
}
