/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import type { Track } from '../../model/track.ts';
import type { CreditingAlbum, Listed, ShownCredit } from '../../operations/known.ts';
import { albumPath, artistPath } from '../paths.ts';
import { creditRoles } from '../texts/creditRoles.ts';
import type { Visit } from '../visit.ts';
import { ArtistLink } from './artistLink.tsx';
import { type ShownSource, SourceMark } from './source.tsx';

type Props<T> = { visit: Visit; list: Listed<T> };
type Sourced<T> = Props<T> & { sources: ShownSource[] };

export function Credits({ visit, list, sources }: Sourced<ShownCredit>) {
  const { texts, prefix, catalogueLang, language } = visit;
  const { credits: title, columns } = texts.album;
  const nameOf = ({ credited, other }: ShownCredit) => {
    const name = <bdi lang={catalogueLang}>{credited}</bdi>;
    return other ? <a href={prefix + artistPath(other)}>{name}</a> : name;
  };
  const roleOf = ({ id, role }: ShownCredit) => (
    <>
      {creditRoles[language][role]}
      <SourceMark visit={visit} sources={sources} about="credit" record={id} />
    </>
  );
  const shown: Column<ShownCredit>[] = [
    [columns.name, nameOf, 'row'],
    [columns.role, roleOf],
  ];
  return <Part visit={visit} list={list} id="credits" title={title} columns={shown} />;
}

export function Tracks({ visit, list, sources }: Sourced<Track>) {
  const { texts, catalogueLang } = visit;
  const { tracks, featuring: by, columns } = texts.album;
  const titleOf = ({ title, featuring }: Track) => (
    <>
      <bdi lang={catalogueLang}>{title}</bdi>
      {featuring && (
        <small>
          {by} <bdi lang={catalogueLang}>{featuring}</bdi>
        </small>
      )}
    </>
  );
  const lengthOf = ({ id, length }: Track) => (
    <>
      {length || '–'}
      <SourceMark visit={visit} sources={sources} about="track" record={id} />
    </>
  );
  const shown: Column<Track>[] = [
    [columns.number, ({ position }) => position],
    [columns.title, titleOf, 'row'],
    [columns.length, lengthOf],
  ];
  return <Part visit={visit} list={list} id="tracks" title={tracks} columns={shown} />;
}

/** Albums of others that credit an artist. */
export function AlsoOn({ visit, list }: Props<CreditingAlbum>) {
  const { texts, prefix, catalogueLang, language } = visit;
  const { columns } = texts.album;
  const nameOf = ({ album, artist }: CreditingAlbum) => (
    <>
      <a href={prefix + albumPath(artist, album)}>
        <bdi lang={catalogueLang}>{album.name}</bdi>
      </a>
      <small>
        <ArtistLink visit={visit} artist={artist} />
      </small>
    </>
  );
  const shown: Column<CreditingAlbum>[] = [
    [columns.album, nameOf, 'row'],
    [columns.year, ({ album }) => album.year],
    [columns.role, ({ role }) => creditRoles[language][role]],
  ];
  return <Part visit={visit} list={list} id="also-on" title={texts.artist.alsoOn} columns={shown} />;
}

/** A column of a table. `row`: its cells are the headings of their rows. */
type Column<T> = [head: string, cell: (record: T) => Child, scope?: 'row'];
type PartProps<T> = Props<T> & { id: string; title: string; columns: Column<T>[] };

function Part<T>({ visit: { texts }, list: { records, total }, id, title, columns }: PartProps<T>) {
  if (records.length === 0) return null;
  const left = total - BigInt(records.length);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table class={`line-up ${id}`}>
        <thead>
          <tr>
            {columns.map(([head]) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr>{columns.map(([, cell, scope]) => (scope ? <th scope={scope}>{cell(record)}</th> : <td>{cell(record)}</td>))}</tr>
          ))}
        </tbody>
      </table>
      {left > 0n && <p class="muted">{texts.artist.more(left)}</p>}
    </section>
  );
}
