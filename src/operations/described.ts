import type { Described, PropertyValue, RecordId } from '../model/reconcile.ts';
import type { EntryKind } from '../model/record.ts';
import { albums } from '../store/album.ts';
import { artists, listNamedArtists } from '../store/artist.ts';
import { listFirstUnder } from '../store/facts.ts';
import { tables } from '../store/kinds.ts';
import type { Reader } from '../store/store.ts';

const maxAliases = 20;
const maxIdentifiers = 100;

/** Records with the values of their properties, in the order of their ids; missing ones are left out. */
export async function readDescribed(reader: Reader, { records }: { records: RecordId[] }): Promise<Described[]> {
  const idsOf = (kind: EntryKind) => records.filter((record) => record.kind === kind).map(({ id }) => id);
  const keyOf = ({ kind, id }: RecordId) => `${kind} ${id}`;
  const all = [...(await describeArtists(reader, idsOf('artist'))), ...(await describeAlbums(reader, idsOf('album')))];
  const found = new Map(all.map((described) => [keyOf(described), described]));
  return records.flatMap((record) => found.get(keyOf(record)) ?? []);
}

async function describeArtists(reader: Reader, ids: bigint[]): Promise<Described[]> {
  if (ids.length === 0) return [];
  const [found, details, aliases, identifiers] = await Promise.all([
    artists.listByIds(reader, ids),
    tables.artist_details.listByIds(reader, ids),
    listFirstUnder(reader, 'alias', ids, maxAliases),
    listFirstUnder(reader, 'artist_identifier', ids, maxIdentifiers),
  ]);
  const detailsOf = new Map(details.map(({ record }) => [record.id, record]));
  return found.map(({ record: { id, name, band, description } }) => {
    const known = detailsOf.get(id);
    const others = (aliases.get(id) ?? []).filter(({ kind }) => kind !== 'search hint').map((alias) => alias.name);
    const period = known?.from || known?.to ? `${known.from ?? '?'}–${known.to ?? ''}` : '';
    return {
      kind: 'artist',
      id,
      names: [name, ...others],
      artist: undefined,
      note: [band === name ? '' : band, known?.place, period].filter(Boolean).join(', '),
      text: description,
      values: {
        alias: others,
        ...given({ band, type: known?.type, from: known?.from, to: known?.to, place: known?.place }),
        genre: known?.genres ?? [],
        ...byScheme(identifiers.get(id)),
      },
    };
  });
}

async function describeAlbums(reader: Reader, ids: bigint[]): Promise<Described[]> {
  if (ids.length === 0) return [];
  const found = await albums.listByIds(reader, ids);
  const artistIds = [...new Set(found.map(({ artistId }) => artistId as bigint))];
  const [makers, details, identifiers] = await Promise.all([
    listNamedArtists(reader, artistIds),
    tables.album_details.listByIds(reader, ids),
    listFirstUnder(reader, 'album_identifier', ids, maxIdentifiers),
  ]);
  const makerOf = new Map(makers.map((maker) => [maker.id, maker]));
  const detailsOf = new Map(details.map(({ record }) => [record.id, record]));
  return found.flatMap(({ record: { id, name, year }, artistId }) => {
    const artist = makerOf.get(artistId as bigint);
    const known = detailsOf.get(id);
    const values = {
      ...given({ artist, year: BigInt(year), released: known?.released, kind: known?.kind, label: known?.label }),
      ...byScheme(identifiers.get(id)),
    };
    return artist ? { kind: 'album', id, names: [name], artist, note: `${artist.name}, ${year}`, text: '', values } : [];
  });
}

function given(members: Record<string, PropertyValue | null | undefined>): Record<string, PropertyValue[]> {
  return Object.fromEntries(Object.entries(members).map(([name, value]) => [name, value ? [value] : []]));
}

function byScheme(identifiers: { scheme: string; value: string }[] = []): Record<string, string[]> {
  const groups = Object.entries(Object.groupBy(identifiers, ({ scheme }) => scheme));
  return Object.fromEntries(groups.map(([scheme, identifiers = []]) => [scheme, identifiers.map(({ value }) => value)]));
}
