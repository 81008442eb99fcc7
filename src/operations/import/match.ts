import type { Given } from '../../model/import/importRow.ts';
import type { FieldsOf } from '../../model/kinds.ts';
import { type EntryKind, type Fields, isSame, isSingle, type Kind, parentOf, type RecordType, wordsOf } from '../../model/record.ts';
import { areDuplicates, nameKeyOf } from '../../model/search/duplicates.ts';
import { nameOrder, orderWithoutArticle } from '../../model/sortKey.ts';
import type { VersionedRecord } from '../../store/record.ts';
import { conflict, type Draft, identifiersOf, keepsId, markTaken, type Planning } from './draft.ts';
import type { ImportFound } from './lookUp.ts';

type Found = VersionedRecord<Fields> | undefined;

/** Stored records for some rows of a kind. `byName`: artists, by their names without the article. */
export type Stored = Pick<ImportFound, 'used' | 'above'> & {
  /** See `listSchemes`. */
  schemes: Set<string>;
  byId: Map<bigint, VersionedRecord<Fields>>;
  byParent: Map<bigint | undefined, VersionedRecord<Fields>[]>;
  byName: Map<string, VersionedRecord<Fields>[]>;
};

export function indexStored(kind: Kind, { records, used, above }: ImportFound): Stored {
  const parent = parentOf(kind);
  return {
    ...{ used, above, schemes: new Set<string>(), byId: new Map(records.map((stored) => [stored.record.id, stored])) },
    byParent: Map.groupBy(parent ? records : [], (stored) => stored[`${parent as EntryKind}Id`]),
    byName: Map.groupBy(kind === 'artist' ? records : [], (artist) => orderWithoutArticle(nameOf(artist))),
  };
}

/** Finds the stored record that a row updates. */
export function findMatch(planning: Planning, type: RecordType, draft: Draft, stored: Stored): void {
  draft.found = matchOf(planning, type, draft, stored);
  const { found } = draft;
  if (!found || planning.match === 'id' || (draft.row.optional === true && type.kind === 'artist')) return;
  const record = `${wordsOf(type.kind)} ${found.record.id}`;
  if (markTaken(planning, record)) conflict(draft, 'matchedTwice', record);
}

function matchOf(planning: Planning, type: RecordType, draft: Draft, stored: Stored): Found {
  const { row, above, record } = draft;
  const { kind } = type;
  const byId = (id: unknown) => stored.byId.get(id as bigint);
  const parent = above[parentOf(kind) ?? 'artist'];
  if (isSingle(kind)) return byId(parent);
  if (keepsId(planning, row)) return requireSamePlace(type, draft, byId(row.id), stored.used.includes(row.id));
  const identified = planning.byIdentifier.get(`${kind} ${row.id}`);
  if (identified === null) return conflict(draft, 'ambiguousIdentifiers');
  if (identified !== undefined) return requireSamePlace(type, draft, byId(identified), stored.used.includes(identified));
  if (planning.match === 'none') return undefined;
  if (kind === 'artist') return planning.match === 'name' ? requireOne(draft, artistsNamed(row, stored)) : undefined;
  const siblings = (typeof parent === 'bigint' && stored.byParent.get(parent)) || [];
  if (kind === 'album') {
    return requireOne(draft, withoutOthers(albumsNamed(row, siblings), identifiersOf(planning, row) ?? [], stored.schemes));
  }
  const same = siblings.find((sibling) =>
    [...type.unique, ...type.claims].every((name) => isSame(sibling.record[name as never], record?.[name as never])),
  );
  if (same || !row.fills) return same;
  const similar = siblings.filter((sibling) => includesFact(kind, sibling.record, record as never));
  return kind === 'membership' && similar.length > 1 ? ambiguous(draft, similar) : similar[0];
}

/**
 * Whether a stored fact includes a fact of another catalogue: an alias of the same name, of any kind; or a membership of the same person
 * and period. The stored one may lack the id of the person; then the names are compared. Either may lack the first date.
 */
function includesFact(kind: Kind, stored: object, imported: object): boolean {
  if (kind === 'alias') return (stored as FieldsOf<'alias'>).name === (imported as FieldsOf<'alias'>).name;
  if (kind !== 'membership') return false;
  const [one, other] = [stored, imported] as [FieldsOf<'membership'>, FieldsOf<'membership'>];
  const isOnePerson = one.person === other.person || (one.person === null && nameOrder(one.credited) === nameOrder(other.credited));
  return isOnePerson && (one.from === null || other.from === null || one.from === other.from);
}

function requireSamePlace(type: RecordType, draft: Draft, found: Found, isUsed: boolean): Found {
  if (!found && isUsed) return conflict(draft, 'deletedRecord');
  if (!found || type.ancestors.every((name) => found[`${name}Id`] === draft.above[name])) return found;
  return conflict(draft, 'otherPlace', type.ancestors.map((name) => `${name} ${found[`${name}Id`]}`).join(', '));
}

const maxShown = 10;

function requireOne(draft: Draft, found: VersionedRecord<Fields>[]): Found {
  if (found.length > 1) return ambiguous(draft, found);
  draft.isFoundByName = true;
  return found[0];
}

function ambiguous(draft: Draft, found: VersionedRecord<Fields>[]): undefined {
  const ids = found.slice(0, maxShown).map(({ record }) => record.id);
  return conflict(draft, 'ambiguousName', ids.join(', '));
}

/** Leaves out albums that have an identifier in a catalogue in which the row has another. @param schemes see `listSchemes` */
export function withoutOthers(albums: VersionedRecord<Fields>[], identifiers: Given[], schemes: Set<string>): VersionedRecord<Fields>[] {
  return albums.filter(({ record: { id } }) => !identifiers.some(({ scheme }) => schemes.has(`${id} ${scheme}`)));
}

export type Named = { fields: { name?: unknown; year?: unknown } };

/** The name of a row; undefined if it has more UTF-16 units than any valid name. */
export const nameIn = ({ fields: { name } }: Named) => (typeof name === 'string' && name.length <= 400 ? name : undefined);

const nameOf = ({ record }: VersionedRecord<Fields>) => (record as { name?: string }).name ?? '';

/** Artists with the name of the row. If there are none: artists whose names differ only in the article. */
export function artistsNamed(row: Named, { byName }: Stored): VersionedRecord<Fields>[] {
  if (byName.size === 0) return [];
  const name = nameIn(row) ?? '';
  const similar = (byName.get(orderWithoutArticle(name)) ?? []).filter((artist) => areDuplicates(name, nameOf(artist)));
  const same = similar.filter((artist) => nameOrder(nameOf(artist)) === nameOrder(name));
  return same.length > 0 ? same : similar;
}

/** Albums with the name of the row. If exactly one of them has the year of the row: only this album. */
export function albumsNamed(row: Named, albums: VersionedRecord<Fields>[]): VersionedRecord<Fields>[] {
  const key = titleKey(nameIn(row) ?? '');
  const same = albums.filter((album) => keyOfAlbum(album) === key);
  const ofYear = same.filter(({ record }) => BigInt((record as { year?: number }).year ?? 0) === row.fields.year);
  return ofYear.length === 1 ? ofYear : same;
}

const titleKey = (name: string) => nameKeyOf(name) || name;

/** The keys of albums, computed once, since each row of a batch is compared with all albums of its artist. */
const albumKeys = new WeakMap<object, string>();
function keyOfAlbum(album: VersionedRecord<Fields>): string {
  const key = albumKeys.get(album) ?? titleKey(nameOf(album));
  albumKeys.set(album, key);
  return key;
}
