import { schemeNames } from '../identifierScheme.ts';
import { parseInt64 } from '../int64.ts';
import type { Json } from '../json.ts';
import { knownTypes } from '../kinds.ts';
import type { Kind, Member } from '../record.ts';
import { foldCase } from '../text.ts';
import { refusedFile } from './importRow.ts';

/** The member to which a column is mapped. For an identifier, `member` is its scheme. */
export type Column = { kind: Kind; member: string };

/** Common names of columns in English and Spanish. */
const commonNames = new Map(
  Object.entries({
    'artist.id': ['id'],
    'artist.name': ['artist', 'artista', 'intérprete', 'name', 'nombre'],
    'artist.description': ['description', 'descripción'],
    'artist.image': ['image', 'imagen'],
    'artist.band': ['band', 'banda'],
    'artist_details.type': ['type', 'tipo'],
    'artist_details.place': ['place', 'lugar', 'ciudad'],
    'artist_details.genres': ['genres', 'géneros'],
    'album.name': ['album', 'álbum', 'disco', 'title', 'título'],
    'album.year': ['year', 'año', 'released'],
    'album.image': ['cover', 'tapa'],
    'album_details.label': ['label', 'sello'],
  }).flatMap(([member, names]) => names.map((name) => [name, member] as const)),
);

/** @throws Problem `invalid-input` for an unknown column or member, two columns with one member, or no column of `artist.name` */
export function columnsOf(header: string[], map: Map<string, string>): (Column | undefined)[] {
  const unknown = [...map.keys()].filter((name) => !header.includes(name));
  if (unknown.length > 0) throw refusedFile('noColumn', unknown.join(', '), header.join(', '));
  const columns = knownColumns(header, map);
  for (const [i, name] of header.entries())
    if (!columns[i] && map.get(name)) throw refusedFile('unknownMember', name, String(map.get(name)));
  const members = columns.flatMap((column) => (column ? [columnName(column)] : []));
  const twice = members.find((member, i) => members.indexOf(member) < i);
  if (twice) throw refusedFile('sameColumn', twice);
  if (!members.includes('artist.name')) throw refusedFile('noNameColumn', header.join(', '));
  return columns;
}

/** The members of the columns; undefined for a column without one. */
export function knownColumns(header: string[], map: Map<string, string>): (Column | undefined)[] {
  return header.map((name) => toColumn(map.get(name) ?? commonNames.get(foldCase(name)) ?? foldCase(name)));
}

function toColumn(name: string): Column | undefined {
  const all = columnMembers();
  return all.find((one) => columnName(one) === name) ?? all.find(({ kind, member }) => kind === 'artist_identifier' && member === name);
}

export const columnName = ({ kind, member }: Column) => `${kind}.${member}`;

export function columnMembers(): Column[] {
  const members = (['artist', 'artist_details', 'album', 'album_details'] as const).flatMap((kind) =>
    (knownTypes[kind].names as string[]).map((member) => ({ kind, member })),
  );
  const schemes = (['artist_identifier', 'album_identifier'] as const).flatMap((kind) =>
    schemeNames(kind).map((member) => ({ kind, member })),
  );
  return [{ kind: 'artist', member: 'id' }, ...members, ...schemes];
}

/** The value of a cell in the type of its member; the text of the cell if it has no value of this type. */
export function cellValue(kind: Kind, name: string, cell: string | null): Json {
  const { column, json } = (knownTypes[kind].members as { [name: string]: Member<unknown> })[name] ?? {};
  if (cell === null) return null;
  if (json === 'list') return cell.split(',').map((item) => item.trim());
  if (json === 'boolean') return cell === 'true' || (cell === 'false' ? false : cell);
  return column === 'bigint' ? (parseInt64(cell) ?? cell) : cell;
}

export function readId(cell: string | null): bigint | undefined {
  const id = parseInt64(cell ?? '');
  return id !== undefined && id > 0n ? id : undefined;
}
