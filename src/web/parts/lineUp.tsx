/** @jsxImportSource #jsx */
import type { Listed, ShownMembership } from '../../operations/known.ts';
import { artistPath } from '../paths.ts';
import { type Bar, barOf, inYears, type Scale, scaleOf, TimeAxis, TimeDots, TimeRow } from '../timeline.tsx';
import type { Visit } from '../visit.ts';
import { type ShownSource, SourceMark } from './source.tsx';

type Props = {
  visit: Visit;
  id: 'members' | 'bands';
  memberships: Listed<ShownMembership>;
  /** The years of the artist's albums. */
  years: number[];
  sources?: ShownSource[];
};

/** The members of a group, or the groups of a person, with roles and years: a table with a timeline. */
export function LineUp({ visit, id, memberships: { records, total }, years, sources = [] }: Props) {
  const { texts } = visit;
  if (records.length === 0) return null;
  const rows = rowsOf(id, records);
  const left = total - BigInt(records.length);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{texts.artist[id]}</h2>
      <Table visit={visit} id={id} rows={rows} years={[...new Set(years)]} sources={sources} />
      {left > 0n && <p class="muted">{texts.artist.more(left)}</p>}
    </section>
  );
}

/** One row for each person in a group, however many periods they had. */
function rowsOf(id: Props['id'], memberships: ShownMembership[]): ShownMembership[][] {
  return [...Map.groupBy(memberships, keyOf(id)).values()];
}

const keyOf =
  (id: Props['id']) =>
  ({ other, person, credited }: ShownMembership) =>
    id === 'bands' ? other?.id : (person ?? credited);

/** The number of people or groups; if the list is cut off, the number of memberships. */
export function countOf(id: Props['id'], { records, total }: Listed<ShownMembership>): bigint {
  return total > BigInt(records.length) ? total : BigInt(new Set(records.map(keyOf(id))).size);
}

type TableProps = { visit: Visit; id: Props['id']; rows: ShownMembership[][]; years: number[]; sources: ShownSource[] };

function Table({ visit, id, rows, years, sources }: TableProps) {
  const { columns } = visit.texts.artist;
  const now = inYears(new Date().toISOString().slice(0, 10));
  const bars = rows.map((row) => row.flatMap((membership) => barOf(membership, now) ?? []));
  const albums = years.map((year) => ({ from: year, to: year + 1 }));
  const scale = bars.some(({ length }) => length > 0) ? scaleOf([...bars.flat(), ...albums]) : undefined;
  return (
    <table class="line-up">
      <thead>
        <tr>
          <th scope="col">{columns[id]}</th>
          <th scope="col">{columns.years}</th>
          {scale && (
            <td class="drawn" aria-hidden="true">
              <TimeAxis {...scale} id={id} />
            </td>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <Row visit={visit} id={id} row={row} scale={scale} bars={bars[i] ?? []} sources={sources} />
        ))}
      </tbody>
      {scale && years.length > 0 && <Albums visit={visit} id={id} scale={scale} years={years} />}
    </table>
  );
}

type RowProps = { visit: Visit; id: Props['id']; row: ShownMembership[]; scale: Scale | undefined; bars: Bar[]; sources: ShownSource[] };

function Row({ visit, id, row, scale, bars, sources }: RowProps) {
  const { texts, prefix, catalogueLang } = visit;
  const [{ other, credited }] = row as [ShownMembership];
  const name = <bdi lang={catalogueLang}>{id === 'bands' ? (other?.name ?? '') : credited}</bdi>;
  const rolesOf = ({ roles }: ShownMembership) => roles.map((role) => texts.artist.roles[role]).join(', ');
  const roles = [...new Set(row.map(rolesOf).filter(Boolean))];
  return (
    <tr>
      <th scope="row">
        {other ? <a href={prefix + artistPath(other)}>{name}</a> : name}
        {roles.length === 1 && <small>{roles[0]}</small>}
        {row.map(
          ({ note }) =>
            note && (
              <small dir="auto" lang={catalogueLang}>
                {note}
              </small>
            ),
        )}
      </th>
      <td>
        {row.map((membership) => (
          <p>
            {texts.artist.period(membership) || '–'}
            {roles.length > 1 && <small>{rolesOf(membership)}</small>}
            <SourceMark visit={visit} sources={sources} about="membership" record={membership.id} />
          </p>
        ))}
      </td>
      {scale && (
        <td class="drawn" aria-hidden="true">
          {bars.length > 0 ? <TimeRow scale={scale} id={id} bars={bars} /> : '?'}
        </td>
      )}
    </tr>
  );
}

/** The years of the albums as a row, to see who played on which. Screen readers skip it: the list of albums has the years too. */
function Albums({ visit: { texts }, id, scale, years }: { visit: Visit; id: string; scale: Scale; years: number[] }) {
  return (
    <tfoot class="drawn" aria-hidden="true">
      <tr>
        <td colspan={2}>{texts.artist.albums}</td>
        <td class="drawn">
          <TimeDots scale={scale} id={id} years={years} />
        </td>
      </tr>
    </tfoot>
  );
}
