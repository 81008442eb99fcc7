/** @jsxImportSource hono/jsx */

import { readPage } from '../../http/page.ts';
import { reads } from '../../operations/reads.ts';
import { ofToday } from '../daily.ts';
import { decades } from '../decade.ts';
import { selectionOf } from '../discography.ts';
import { SearchBox } from '../layout.tsx';
import { ChangeList } from '../parts/change.tsx';
import { Disc } from '../parts/record.tsx';
import { type Selection, Wall } from '../parts/strip.tsx';
import { sitePaths } from '../paths.ts';
import type { Shown, Visit } from '../visit.ts';

const onWall = 12;
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
          </section>
        )}
      </>
    ),
  };
}

/** Artists of today: another selection each day, for everybody the same. */
async function readWall(visit: Visit): Promise<{ total: bigint; wall: Selection[] }> {
  const { services, caller } = visit;
  const pick = (offset: bigint) => readPage(services.store, reads.listArtists, { limit: 1n, offset, after: undefined }, caller);
  const { total } = await pick(0n);
  if (total === 0n) return { total, wall: [] };
  const picked = await Promise.all(ofToday(onWall, total).map(pick));
  const wall = await Promise.all(picked.flatMap(({ records }) => records).map((artist) => selectionOf(visit, artist)));
  return { total, wall };
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

function Empty({ visit: { texts } }: { visit: Visit }) {
  return (
    <section class="nothing">
      <h2>{texts.front.empty}</h2>
      <p>{texts.front.emptyHint}</p>
    </section>
  );
}
