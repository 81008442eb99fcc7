/** @jsxImportSource #jsx */

import type { Child } from '../../jsx.ts';
import { dayOf, maxDrawn } from '../../model/draw.ts';
import { pickArtists } from '../../operations/artist.ts';
import { drawArtists, drawOfDay } from '../../operations/draw.ts';
import { reads } from '../../operations/reads.ts';
import { SearchBox } from '../layout.tsx';
import { AddLink } from '../parts/addLink.tsx';
import { Disc } from '../parts/disc.tsx';
import { EditList, namesFor } from '../parts/edit.tsx';
import { DecadeLinks } from '../parts/filterLinks.tsx';
import { ArtistGrid, type Selection, selectionsOf } from '../parts/strip.tsx';
import { sitePaths } from '../paths.ts';
import type { Page, Shown, Visit } from '../visit.ts';

const recent = 6n;

export function createFrontPage(): Page {
  const drawn: Drawn = { day: -1, ids: [] };
  return async (visit) => frontPage(visit, await readWall(visit, drawn));
}

async function frontPage(visit: Visit, { total, wall }: WallOfToday): Promise<Shown> {
  const { texts, services } = visit;
  const { albums } = await services.counts.totals.read();
  const totals = texts.front.totals(texts.artistCount(total), texts.albumCount(albums));
  const changes = await services.store.read(reads.listEdits.run, {
    limit: recent,
    after: undefined,
    names: namesFor(visit),
    brief: true,
  });
  return {
    title: texts.front.title,
    path: '/',
    uncached: !(await services.counts.totals.isCurrent()),
    description: total === 0n ? texts.front.empty : totals + texts.front.free,
    ownSearch: true,
    body: (
      <>
        <Hero visit={visit} totals={total === 0n ? undefined : totals}>
          {total === 0n ? (
            <AddLink visit={visit} />
          ) : (
            <>
              <SearchBox prefix={visit.prefix} words={texts} large />
              <DecadeLinks visit={visit} path={sitePaths.albums} />
            </>
          )}
        </Hero>
        {total > 0n && <Today visit={visit} wall={wall} />}
        {changes.rows.length > 0 && (
          <section aria-labelledby="recent">
            <div class="heading">
              <h2 id="recent">{texts.front.recent}</h2>
              <a href={visit.prefix + sitePaths.changes}>{texts.front.all}</a>
            </div>
            <EditList visit={visit} edits={changes.rows} />
            <p class="more">
              <AddLink visit={visit} />
            </p>
          </section>
        )}
      </>
    ),
  };
}

/** The artists drawn for a day: more than are shown, since some may be deleted during the day. */
type Drawn = { day: number; ids: bigint[] };
type WallOfToday = { total: bigint; wall: Selection[] };

/** The selection changes each day, and is the same for everybody. */
async function readWall(visit: Visit, drawn: Drawn): Promise<WallOfToday> {
  const { store } = visit.services;
  const now = Date.now();
  const day = dayOf(now);
  if (drawn.day !== day || drawn.ids.length === 0) Object.assign(drawn, { day, ids: await store.read(drawArtists, drawOfDay(now)) });
  const { artists, total } = await store.read(pickArtists, { ids: drawn.ids, count: maxDrawn });
  return { total, wall: await selectionsOf(visit, artists) };
}

/** `totals`: undefined where the catalogue is empty. */
function Hero({ visit: { texts, prefix }, totals, children }: { visit: Visit; totals: string | undefined; children: Child }) {
  return (
    <section class="marquee">
      <Disc prefix={prefix} year={undefined} />
      <div>
        <h1>{texts.front.title}</h1>
        {totals === undefined ? (
          <p class="lead">{texts.front.empty}</p>
        ) : (
          <p class="lead">
            <a href={prefix + sitePaths.statistics}>{totals}</a>
            {texts.front.free}
          </p>
        )}
        {children}
      </div>
    </section>
  );
}

function Today({ visit, wall }: { visit: Visit; wall: Selection[] }) {
  const { prefix, texts } = visit;
  return (
    <section aria-labelledby="wall">
      <div class="heading">
        <h2 id="wall">{texts.front.wall}</h2>
        <a class="button" href={prefix + sitePaths.random} rel="nofollow">
          {texts.front.another}
        </a>
      </div>
      <ArtistGrid visit={visit} selections={wall} coded />
    </section>
  );
}
