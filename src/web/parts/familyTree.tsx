/** @jsxImportSource #jsx */
import type { Family } from '../../operations/family.ts';
import { decadeClass } from '../decade.ts';
import { artistPath, type Named } from '../paths.ts';
import type { Visit } from '../visit.ts';

type Props = { artist: Named; family: Family; visit: Visit };

/**
 * Three columns of names with curves between them. It repeats the list below it, so its links take no focus, and screen readers skip it.
 */
export function FamilyTree({ artist, family: { near, far }, visit }: Props) {
  const rows = new Map(near.map(({ id }, i) => [id, middle(i, near.length)]));
  const heights = far.map(({ ties }) => ties.reduce((sum, { near }) => sum + (rows.get(near) ?? 0), 0) / ties.length);
  // Each name is placed near the middle of its connections, so that few curves cross.
  const sorted = far.map((relative, i) => ({ relative, height: heights[i] as number })).sort((a, b) => a.height - b.height);
  return (
    <div class="tree" aria-hidden="true">
      <Column artists={[artist]} visit={visit} />
      <svg viewBox="0 0 100 1000" preserveAspectRatio="none" aria-hidden="true">
        {near.map(({ id, since }) => (
          <Curve from={500} to={rows.get(id) as number} since={since} />
        ))}
      </svg>
      <Column artists={near} visit={visit} />
      {far.length > 0 && (
        <>
          <svg viewBox="0 0 100 1000" preserveAspectRatio="none" aria-hidden="true">
            {sorted.map(({ relative: { ties } }, i) =>
              ties.map(({ near, since }) => <Curve from={rows.get(near) as number} to={middle(i, far.length)} since={since} />),
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
