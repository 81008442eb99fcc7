/** @jsxImportSource #jsx */
import type { Child } from '../../jsx.ts';
import type { Track } from '../../model/track.ts';
import type { Listed } from '../../operations/facts.ts';
import type { CreditingAlbum, ShownCredit } from '../../operations/known.ts';
import { albumPath, artistPath } from '../paths.ts';
import { creditRoles } from '../texts/creditRoles.ts';
import type { Visit } from '../visit.ts';
import { ArtistLink } from './artistLink.tsx';
import { type ShownSource, SourceMark } from './source.tsx';

type Props<T> = { visit: Visit; of: Listed<T> };
type Sourced<T> = Props<T> & { sources: ShownSource[] };

export function Credits({ visit, of, sources }: Sourced<ShownCredit>) {
  const { texts, prefix, catalogueLang, language } = visit;
  const { columns } = texts.album;
  return (
    <Part visit={visit} of={of} id="credits" title={texts.album.credits} heads={[columns.name, columns.role]}>
      {of.records.map(({ id, credited, other, role }) => {
        const name = <bdi lang={catalogueLang}>{credited}</bdi>;
        return (
          <tr>
            <th scope="row">{other ? <a href={prefix + artistPath(other)}>{name}</a> : name}</th>
            <td>
              {creditRoles[language][role]}
              <SourceMark visit={visit} sources={sources} about="credit" record={id} />
            </td>
          </tr>
        );
      })}
    </Part>
  );
}

export function Tracks({ visit, of, sources }: Sourced<Track>) {
  const { texts, catalogueLang } = visit;
  const { columns } = texts.album;
  return (
    <Part visit={visit} of={of} id="tracks" title={texts.album.tracks} heads={[columns.number, columns.title, columns.length]}>
      {of.records.map(({ id, position, title, featuring, length }) => (
        <tr>
          <td>{position}</td>
          <th scope="row">
            <bdi lang={catalogueLang}>{title}</bdi>
            {featuring && (
              <small>
                {texts.album.featuring} <bdi lang={catalogueLang}>{featuring}</bdi>
              </small>
            )}
          </th>
          <td>
            {length || '–'}
            <SourceMark visit={visit} sources={sources} about="track" record={id} />
          </td>
        </tr>
      ))}
    </Part>
  );
}

/** Albums of others that credit an artist. */
export function AlsoOn({ visit, of }: Props<CreditingAlbum>) {
  const { texts, prefix, catalogueLang, language } = visit;
  const { columns } = texts.album;
  return (
    <Part visit={visit} of={of} id="also-on" title={texts.artist.alsoOn} heads={[columns.album, columns.year, columns.role]}>
      {of.records.map(({ album, artist, role }) => (
        <tr>
          <th scope="row">
            <a href={prefix + albumPath(artist, album)}>
              <bdi lang={catalogueLang}>{album.name}</bdi>
            </a>
            <small>
              <ArtistLink visit={visit} artist={artist} />
            </small>
          </th>
          <td>{album.year}</td>
          <td>{creditRoles[language][role]}</td>
        </tr>
      ))}
    </Part>
  );
}

type PartProps = { visit: Visit; of: Listed<unknown>; id: string; title: string; heads: string[]; children?: Child };

function Part({ visit: { texts }, of: { records, total }, id, title, heads, children }: PartProps) {
  if (records.length === 0) return null;
  const left = total - BigInt(records.length);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <table class={`line-up ${id}`}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th scope="col">{head}</th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
      {left > 0n && <p class="muted">{texts.artist.more(left)}</p>}
    </section>
  );
}
