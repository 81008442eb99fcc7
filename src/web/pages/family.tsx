/** @jsxImportSource #jsx */
import type { Family, Relative } from '../../operations/family.ts';
import { reads } from '../../operations/reads.ts';
import { ArtistLink } from '../parts/artistLink.tsx';
import { FamilyTree } from '../parts/familyTree.tsx';
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
  return {
    title: texts.family.title(artist.name),
    path,
    body: (
      <>
        <h1>{texts.family.title(artist.name)}</h1>
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
            {family.left > 0 && <p class="muted">{texts.artist.more(BigInt(family.left))}</p>}
          </>
        )}
        <p class="more">
          <a class="button" href={prefix + artistPath(artist)}>
            {texts.history.back(artist.name)}
          </a>
        </p>
      </>
    ),
  };
}

function List({ visit, as, family }: { visit: Visit; as: Relative['as']; family: Family }) {
  const near = family.near.filter((relative) => relative.as === as);
  const names = new Map(family.far.map((relative) => [relative.id, relative]));
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
                    <ArtistLink artist={names.get(id) as Named} visit={visit} />
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
