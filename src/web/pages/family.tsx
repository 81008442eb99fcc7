/** @jsxImportSource #jsx */
import type { Family, Relative } from '../../operations/family.ts';
import { reads } from '../../operations/reads.ts';
import { decadeClass } from '../decade.ts';
import { ArtistLink } from '../parts/artistLink.tsx';
import { Naming } from '../parts/naming.tsx';
import { artistPath, type Named } from '../paths.ts';
import type { Redirect, Shown, Visit } from '../visit.ts';
import { readNamedArtist } from './artist.tsx';

/** The artists within two memberships of an artist, as a picture and as a list. @throws Problem `not-found` */
export async function familyPage(visit: Visit): Promise<Shown | Redirect> {
  const { texts, prefix, services, ctx, caller } = visit;
  const { record: artist } = await readNamedArtist(visit);
  const path = `${artistPath(artist)}/family`;
  if (ctx.path !== decodeURI(path)) return { location: path + ctx.search };
  const family = await services.store.readSlow(reads.readFamily, { artistId: artist.id }, caller());
  const title = texts.family.title(artist.name);
  return {
    title,
    path,
    body: (
      <>
        <h1>
          <Naming visit={visit} text={texts.family.title} names={[artist.name]} />
        </h1>
        {family.near.length === 0 ? (
          <p class="muted">{texts.family.none}</p>
        ) : (
          <>
            <p class="lead">
              {texts.family.lead} <span class="colours">{texts.family.colours}</span>
            </p>
            <FamilyTree artist={artist} family={family} visit={visit} />
            <List visit={visit} as="members" family={family} />
            <List visit={visit} as="bands" family={family} />
            {family.unlisted > 0 && <p class="muted">{texts.artist.more(BigInt(family.unlisted))}</p>}
          </>
        )}
        <p class="more">
          <a class="button" href={prefix + artistPath(artist)}>
            <Naming visit={visit} text={texts.history.back} names={[artist.name]} />
          </a>
        </p>
      </>
    ),
  };
}

function List({ visit, as, family }: { visit: Visit; as: Relative['as']; family: Family }) {
  const near = family.near.filter((relative) => relative.as === as);
  const farById = new Map(family.far.map((relative) => [relative.id, relative]));
  if (near.length === 0) return null;
  return (
    <section aria-labelledby={as}>
      <h2 id={as}>{visit.texts.family.lists[as]}</h2>
      <ul class="relatives">
        {near.map((relative) => (
          <li>
            <ArtistLink artist={relative} visit={visit} />
            {relative.far.length > 0 && (
              <ul>
                {relative.far.map((id) => (
                  <li>
                    <ArtistLink artist={farById.get(id) as Named} visit={visit} />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { artist: Named; family: Family; visit: Visit };

/**
 * Three columns of names with curves between them. It repeats the list below it, so its links take no focus, and screen readers skip it.
 */
function FamilyTree({ artist, family: { near, far }, visit }: Props) {
  const nearHeights = new Map(near.map(({ id }, i) => [id, middle(i, near.length)]));
  const heights = far.map(({ ties }) => ties.reduce((sum, { near }) => sum + (nearHeights.get(near) ?? 0), 0) / ties.length);
  // Each name is placed near the middle of its connections, so that few curves cross.
  const sorted = far.map((relative, i) => ({ relative, height: heights[i] as number })).sort((a, b) => a.height - b.height);
  return (
    <div class="tree" aria-hidden="true">
      <Column artists={[artist]} visit={visit} />
      <svg viewBox="0 0 100 1000" preserveAspectRatio="none" aria-hidden="true">
        {near.map(({ id, since }) => (
          <Curve from={500} to={nearHeights.get(id) as number} since={since} />
        ))}
      </svg>
      <Column artists={near} visit={visit} />
      {far.length > 0 && (
        <>
          <svg viewBox="0 0 100 1000" preserveAspectRatio="none" aria-hidden="true">
            {sorted.map(({ relative: { ties } }, i) =>
              ties.map(({ near, since }) => <Curve from={nearHeights.get(near) as number} to={middle(i, far.length)} since={since} />),
            )}
          </svg>
          <Column artists={sorted.map(({ relative }) => relative)} visit={visit} />
        </>
      )}
    </div>
  );
}

/** The middle of a row, in thousandths of the column's height; all rows are equally high. */
const middle = (row: number, rows: number) => Math.round(((row + 0.5) / rows) * 1000);

/** Coloured by the decade in which the membership began. */
function Curve({ from, to, since }: { from: number; to: number; since: string | null }) {
  const year = since === null ? undefined : Number(since.slice(0, 4));
  return <path class={decadeClass(year)} d={`M0 ${from}C50 ${from} 50 ${to} 100 ${to}`} />;
}

function Column({ artists, visit: { prefix, catalogueLang } }: { artists: Named[]; visit: Visit }) {
  return (
    <div lang={catalogueLang}>
      {artists.map((artist) => (
        <a href={prefix + artistPath(artist)} tabindex={-1}>
          <bdi>{artist.name}</bdi>
        </a>
      ))}
    </div>
  );
}
