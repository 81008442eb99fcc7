/** @jsxImportSource #jsx */

import { type Band, bandQuery } from '../../model/band.ts';
import { reads } from '../../operations/reads.ts';
import { Next } from '../parts/next.tsx';
import { sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Shown, Visit } from '../visit.ts';

export async function bandsPage(visit: Visit): Promise<Shown> {
  const { texts, services, caller } = visit;
  const query = readQuery(visit, bandQuery, { limit: '100', offset: '0' });
  const { records, total, after } = await services.store.readSlow(reads.listBands, query, caller());
  return {
    title: texts.bands.title,
    path: sitePaths.bands,
    hidden: query.after !== undefined,
    body: (
      <>
        <h1>{texts.bands.title}</h1>
        <p class="lead">{texts.bands.count(total)}</p>
        {records.length === 0 ? <p class="muted">{texts.artists.none}</p> : <Bands visit={visit} bands={records} />}
        <Next visit={visit} from={{ after }} label={texts.artists.next} />
      </>
    ),
  };
}

function Bands({ visit: { texts, prefix }, bands }: { visit: Visit; bands: Band[] }) {
  return (
    <ul class="bands">
      {bands.map(({ band, artists }) => (
        <li>
          <a href={`${prefix}${sitePaths.artists}?${new URLSearchParams({ band })}`}>
            <bdi>{band}</bdi>
          </a>
          <small>{texts.artistCount(artists)}</small>
        </li>
      ))}
    </ul>
  );
}
