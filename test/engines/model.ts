import { album } from '../../src/model/album.ts';
import { alias } from '../../src/model/alias.ts';
import { artist, type NewArtist } from '../../src/model/artist.ts';
import { credit } from '../../src/model/credit.ts';
import { albumDetails, artistDetails } from '../../src/model/details.ts';
import type { Hidden } from '../../src/model/hiding.ts';
import { albumIdentifier, artistIdentifier } from '../../src/model/identifier.ts';
import { albumSource, artistSource, type FieldsOf } from '../../src/model/kinds.ts';
import { membership } from '../../src/model/membership.ts';
import {
  type EntryKind,
  isEntryKind,
  isSame,
  isSingle,
  type Kind,
  kindRows,
  type Member,
  type PathOf,
  parentOf,
  type RecordType,
} from '../../src/model/record.ts';
import { paramsOf } from '../../src/model/recordPath.ts';
import { track } from '../../src/model/track.ts';
import type { Conditions } from '../../src/model/versioned.ts';
import type { Update } from '../../src/operations/record.ts';
import { type Entry, fails, type Left, type LoggedState, type Moment, type Paging, Shelf, type Shown, type Step, stated } from './shelf.ts';

/** The kinds under an artist or an album. Each stands after the kinds it belongs to. */
export const children = {
  Album: { type: album },
  Alias: { type: alias },
  Membership: { type: membership },
  ArtistDetails: { type: artistDetails },
  Credit: { type: credit },
  Track: { type: track },
  AlbumDetails: { type: albumDetails },
  ArtistIdentifier: { type: artistIdentifier },
  AlbumIdentifier: { type: albumIdentifier },
  ArtistSource: { type: artistSource },
  AlbumSource: { type: albumSource },
} as const;
export type Child = keyof typeof children;
type Single = 'ArtistDetails' | 'AlbumDetails';
type Numbered = Exclude<Child, Single>;

/** The operation id of a child's list. */
export const listOf = (child: Child) => {
  const row = kindRows[children[child].type.kind];
  return 'list' in row ? `list${row.list}` : undefined;
};

type ChildPath = PathOf<'artist'> & { albumId?: bigint; [path: string]: unknown };

/** A command: an operation of the store and its input, and the account that acts, 0 for the service itself. */
export type Command = { by: bigint } & (
  | { name: 'createArtist'; input: { record: NewArtist; requireId: boolean } }
  | { name: 'replaceArtist'; input: PathOf<'artist'> & Update<FieldsOf<'artist'>> }
  | { name: 'patchArtist'; input: PathOf<'artist'> & Update<FieldsOf<'artist'>> }
  | { name: 'deleteArtist'; input: { artistId: bigint; conditions: Conditions } }
  | { name: 'revertArtist'; input: { artistId: bigint; version: bigint; conditions: Conditions } }
  | { name: `create${Numbered}`; input: ChildPath & { record: { id?: bigint | undefined }; requireId: boolean } }
  | { name: `replace${Numbered}` | `put${Single}`; input: ChildPath & Update<object> }
  | { name: `patch${Child}`; input: ChildPath & Update<object> }
  | { name: `delete${Child}`; input: ChildPath & { conditions: Conditions } }
  | { name: `revert${Child}`; input: ChildPath & { version: bigint; conditions: Conditions } }
  | { name: 'undoAccount'; input: UndoneSpan }
  | { name: 'hideChange'; input: HiddenVersion }
  | { name: 'tick'; input: null }
  | { name: 'readArtist'; input: { artistId: bigint } }
  | { name: `read${Child}`; input: ChildPath }
  | { name: 'listArtists'; input: Paging }
  | {
      name: 'listAlbums' | 'listAliases' | 'listMembers' | 'listIdentifiers' | 'listAlbumIdentifiers';
      input: Paging & { artistId: bigint };
    }
);

/** From tick `since`, where 0 is the beginning, to tick `until`, or to now. A tick in the future counts as the current one. */
export type UndoneSpan = { account: bigint; since: number; until: number | undefined };

/** `nth`: which of the old versions, see `oldVersion`. */
export type HiddenVersion = { nth: number; hidden: Hidden | null };
export type VersionKey = { kind: Kind; id: bigint; version: bigint };

export type Outcome = Shown | { undone: Step[]; left: Left[] };

/** A record with all its versions. */
export type History = { kind: Kind; id: bigint; versions: LoggedState[] };

const ofArtist = (artistId: bigint) => ({ artistId, albumId: null });
const emptyOf = ({ names, members }: RecordType<never>) =>
  Object.fromEntries((names as string[]).map((name) => [name, (members as Record<string, Member<unknown>>)[name]?.empty]));

const lacksMember = <F extends object>(fields: object, { names, members }: RecordType<F>, found: { fields: object } | undefined) =>
  names.some((name) => fields[name as never] === undefined && !(found && isSame(found.fields[name as never], members[name].empty)));

const isAbout = ({ about, record }: FieldsOf<'artist_source'>, kind: Kind, id: bigint) => about === kind && record === id;

/** The members that generated sources support. */
const sourced: Record<string, string[]> = {
  ...{ artist: ['/name'], artist_details: ['/from'], membership: ['/from'], alias: ['/name'] },
  album: ['/name', '/year'],
};

const uniqueOfSource = ['about', 'record', 'supports', 'value', 'url', 'text'];

const isReversed = ({ from, to }: { from: string | null; to: string | null }) =>
  from !== null && to !== null && to.slice(0, 4) < from.slice(0, 4);

/** The catalogue in memory, without regard to speed, threads or disks: both engines must agree with it. */
export class Model {
  private readonly now: Moment = { by: 0n, epoch: 0, write: 0 };
  private readonly artists = new Shelf<FieldsOf<'artist'>>('artist', this.now, () => ({ artistId: null, albumId: null }));
  private readonly faultOfSource = (fields: object, owner: bigint, former?: object): 'invalid-input' | undefined => {
    const { about, record, supports, value, rank, url, text } = fields as FieldsOf<'artist_source'>;
    const before = former as FieldsOf<'artist_source'> | undefined;
    const kind = about as Kind;
    const needsNoId = isEntryKind(kind) || isSingle(kind);
    if (needsNoId !== (record === null) || (supports !== null && !sourced[about]?.includes(supports))) return 'invalid-input';
    if (value !== '' && (supports === null || (value === 'x' && supports !== '/name'))) return 'invalid-input';
    if ((rank === 'disputed' && value === '') || (url === '' && text === '')) return 'invalid-input';
    const isNew = about !== before?.about || record !== before.record;
    const known = this.shelfOf(kind).records.get(record ?? owner);
    return isNew && !isEntryKind(kind) && known?.owner !== owner ? 'invalid-input' : undefined;
  };
  private readonly shelves: Record<Child, Shelf<object>> = {
    Album: new Shelf<object>('album', this.now, ofArtist),
    Alias: new Shelf<object>('alias', this.now, ofArtist, ['name'], undefined, ['name', 'kind']),
    Membership: new Shelf<object>(
      'membership',
      this.now,
      ofArtist,
      ['credited'],
      (fields: object, owner, former?: object) => {
        const { person, from, to } = fields as FieldsOf<'membership'>;
        const isNew = person !== null && person !== (former as FieldsOf<'membership'> | undefined)?.person;
        const typeOf = (id: bigint | null) =>
          (this.shelves.ArtistDetails.records.get(id ?? 0n)?.fields as Partial<FieldsOf<'artist_details'>>)?.type;
        if (isNew && typeOf(owner) === 'person' && typeOf(person) === 'group') return 'invalid-input';
        if (person === owner || isReversed({ from, to }) || (isNew && !this.artists.records.has(person))) return 'invalid-input';
      },
      ['person', 'credited', 'from'],
    ),
    ArtistDetails: new Shelf<object>('artist_details', this.now, ofArtist, ['name'], (fields: object) =>
      isReversed(fields as FieldsOf<'artist_details'>) ? 'invalid-input' : undefined,
    ),
    Credit: new Shelf<object>(
      'credit',
      this.now,
      (albumId) => this.ofAlbum(albumId),
      ['credited'],
      (fields: object, owner, former?: object) => {
        const { artist } = fields as FieldsOf<'credit'>;
        const isNew = artist !== null && artist !== (former as FieldsOf<'credit'> | undefined)?.artist;
        if (artist === this.shelves.Album.owners.get(owner) || (isNew && !this.artists.records.has(artist))) return 'invalid-input';
      },
      ['artist', 'credited', 'role'],
    ),
    Track: new Shelf<object>('track', this.now, (albumId) => this.ofAlbum(albumId), ['title'], undefined, ['position', 'title']),
    AlbumDetails: new Shelf<object>('album_details', this.now, (albumId) => this.ofAlbum(albumId)),
    // Generated values are all different, so none is ever taken.
    ArtistIdentifier: new Shelf<object>('artist_identifier', this.now, ofArtist, ['value']),
    AlbumIdentifier: new Shelf<object>('album_identifier', this.now, (albumId) => this.ofAlbum(albumId), ['value']),
    ArtistSource: new Shelf<object>('artist_source', this.now, ofArtist, ['url', 'text'], this.faultOfSource, uniqueOfSource),
    AlbumSource: new Shelf<object>(
      'album_source',
      this.now,
      (albumId) => this.ofAlbum(albumId),
      ['url', 'text'],
      this.faultOfSource,
      uniqueOfSource,
    ),
  };
  private readonly all: Shelf<object>[] = [this.artists as unknown as Shelf<object>, ...Object.values(this.shelves)];

  private ofAlbum(albumId: bigint) {
    return { artistId: this.shelves.Album.owners.get(albumId) ?? null, albumId };
  }

  /** Adds to each fact of a page the number of its sources. */
  private withSourceCounts(kind: Kind, page: Shown): Shown {
    if (typeof page !== 'object' || !('records' in page) || isEntryKind(kind) || kind.endsWith('_source')) return page;
    const all = [this.shelves.ArtistSource, this.shelves.AlbumSource].flatMap(({ records }) => [...records.values()]);
    const countOf = (id: bigint) => all.filter(({ fields }) => isAbout(fields as FieldsOf<'artist_source'>, kind, id)).length;
    return { ...page, records: page.records.map((record) => ({ ...record, sources: BigInt(countOf((record as { id: bigint }).id)) })) };
  }

  run({ name, input, by }: Command): Outcome {
    this.now.by = by;
    this.now.write++;
    switch (name) {
      case 'createArtist': {
        return this.artists.add(input.record, input.requireId, 0n);
      }
      case 'replaceArtist':
      case 'patchArtist': {
        const found = this.artists.records.get(input.artistId);
        if (name === 'replaceArtist' && lacksMember(input.fields, artist, found)) return 'invalid-input';
        return this.artists.change(found, input.artistId, input.fields, input.conditions);
      }
      case 'deleteArtist': {
        const found = this.artists.records.get(input.artistId);
        if (!found) return 'not-found';
        if (fails(input.conditions, found.version)) return 'precondition-failed';
        return this.removeWhole('artist', input.artistId);
      }
      case 'revertArtist':
        return this.revertWhole('artist', input.artistId, input);
      case 'undoAccount':
        return this.undo(input);
      case 'hideChange':
        return this.hide(input);
      case 'tick':
        this.now.epoch++;
        return undefined;
      case 'readArtist':
        return this.artists.show(input.artistId);
      case 'listArtists':
        return this.artists.page(input, 0n);
      default:
        return this.runOnChild(name, input as never);
    }
  }

  /** Runs an operation on a fact of an artist or an album. */
  private runOnChild(
    name: string,
    input: ChildPath & Update<object> & Paging & { record: object; requireId: boolean; version: bigint },
  ): Outcome {
    const { artistId, albumId, conditions } = input;
    const child = (Object.keys(children) as Child[]).find((candidate) => name.endsWith(candidate) || listOf(candidate) === name) as Child;
    const type = children[child].type as unknown as RecordType<never>;
    const { kind } = type;
    const shelf = this.shelves[child];
    const owner = parentOf(kind) === 'album' ? (albumId as bigint) : artistId;
    const id = isSingle(kind) ? owner : (input[paramsOf(kind).at(-1) as string] as bigint);
    const missingParent = this.missingAbove(kind, input);
    const known = shelf.records.get(id);
    const found = known?.owner === owner && shelf.above(owner).artistId === artistId ? known : undefined;
    switch (name.replace(child, '')) {
      case 'create':
        return missingParent ? 'not-found' : shelf.add(input.record, input.requireId, owner);
      case 'put': {
        if (missingParent) return 'not-found';
        if (!found) return shelf.putFirst(owner, { ...emptyOf(type), ...stated(input.fields) }, conditions);
        if (lacksMember(input.fields, type, found)) return 'invalid-input';
        const changed = shelf.change(found, id, input.fields, conditions);
        return typeof changed === 'object' && 'record' in changed ? { ...changed, created: false } : changed;
      }
      case 'replace':
        return lacksMember(input.fields, type, found) ? 'invalid-input' : shelf.change(found, id, input.fields, conditions);
      case 'patch':
        return shelf.change(found, id, input.fields, conditions);
      case 'delete':
        if (!found) return 'not-found';
        if (fails(conditions, found.version)) return 'precondition-failed';
        return this.removeWhole(kind, id);
      case 'revert':
        if (shelf.owners.get(id) !== owner || shelf.above(owner).artistId !== artistId) return 'not-found';
        return missingParent ? `${missingParent}-deleted` : this.revertWhole(kind, id, input);
      case 'read':
        return found ? shelf.show(id) : 'not-found';
      default:
        return missingParent ? 'not-found' : this.withSourceCounts(kind, shelf.page(input, owner));
    }
  }

  /** The kind of the outermost parent that does not exist. */
  private missingAbove(kind: Kind, { artistId, albumId }: { artistId: bigint; albumId?: bigint }): EntryKind | undefined {
    if (!this.artists.records.has(artistId)) return 'artist';
    if (parentOf(kind) !== 'album') return undefined;
    return this.shelves.Album.records.get(albumId ?? 0n)?.owner === artistId ? undefined : 'album';
  }

  private shelfOf(kind: Kind): Shelf<object> {
    return this.all.find((shelf) => shelf.kind === kind) as Shelf<object>;
  }

  /** Whether a shelf's record is or was under another record. */
  private isUnder(shelf: Shelf<object>, id: bigint, kind: Kind, above: bigint): boolean {
    const { artistId, albumId } = shelf.above(shelf.owners.get(id) ?? 0n);
    return kind === 'artist' ? artistId === above : kind === 'album' && albumId === above;
  }

  private removeWhole(kind: Kind, id: bigint): undefined {
    this.shelfOf(kind).remove(id);
    for (const shelf of this.all)
      for (const childId of shelf.records.keys()) if (this.isUnder(shelf, childId, kind, id)) shelf.remove(childId);
  }

  private revertWhole(kind: Kind, id: bigint, { version, conditions }: { version: bigint; conditions: Conditions }): Outcome {
    const newestEntry = this.shelfOf(kind).entries(id).at(-1);
    if (!newestEntry) return 'not-found';
    const outcome = this.shelfOf(kind).revert(id, version, conditions);
    if (typeof outcome === 'string' || newestEntry.record) return outcome;
    for (const shelf of this.all)
      for (const childId of shelf.ids()) {
        const last = shelf.entries(childId).at(-1);
        const deletedTogether = this.isUnder(shelf, childId, kind, id) && last?.action === 'delete' && last.write === newestEntry.write;
        const isHidden = shelf.entries(childId).at(-2)?.hidden === 'all';
        if (deletedTogether && !isHidden) shelf.putVersion(childId, BigInt(shelf.entries(childId).length - 1));
      }
    return outcome;
  }

  /** A version that is not the newest of its record: the `nth`, counted round. Undefined if there is none. */
  oldVersion(nth: number): VersionKey | undefined {
    const old = this.all.flatMap((shelf) =>
      shelf.ids().flatMap((id) =>
        shelf
          .entries(id)
          .slice(1)
          .map((_, i) => ({ kind: shelf.kind, id, version: BigInt(i + 1) })),
      ),
    );
    return old[nth % old.length];
  }

  /** Commands that would bring hidden versions back. */
  restorations(): Command[] {
    const by = 903n;
    const hidden = this.artists
      .ids()
      .flatMap((artistId) =>
        this.artists
          .entries(artistId)
          .flatMap((entry, i) => (entry.hidden === 'all' ? [{ artistId, version: BigInt(i + 1), conditions: {} }] : [])),
      );
    if (hidden.length === 0) return [];
    const undone = [901n, 902n].map((account) => ({ by, name: 'undoAccount' as const, input: { account, since: 0, until: undefined } }));
    return [...hidden.map((input) => ({ by, name: 'revertArtist' as const, input })), ...undone];
  }

  /** Hides the versions that one write made of an artist and of the records under it, unless one of them is current. */
  private hide({ nth, hidden }: HiddenVersion): 'not-found' | 'still-current' | undefined {
    const old = this.oldVersion(nth);
    if (!old) return 'not-found';
    const shelf = this.shelfOf(old.kind);
    const { write } = shelf.entries(old.id)[Number(old.version) - 1] as Entry;
    const together = this.all.flatMap((other) => other.changedBy(write, shelf.artistOf(old.id)));
    if (hidden === 'all' && together.some(({ entry, newest }) => newest && entry.record)) return 'still-current';
    for (const { entry } of together) entry.hidden = hidden;
    return undefined;
  }

  /** Undoes one record after the other, in an order in which no record ever lacks its artist or album. */
  private undo({ account, since, until }: UndoneSpan): { undone: Step[]; left: Left[] } {
    const { epoch } = this.now;
    const [from, to] = [Math.min(since, epoch), until === undefined ? epoch + 1 : Math.min(until, epoch)];
    const fits = (entry: Moment) => entry.by === account && entry.epoch >= from && entry.epoch < to;
    const found = this.all.flatMap((shelf) => shelf.ids().flatMap((id) => shelf.decide(id, fits) ?? []));
    const done: { undone: Step[]; left: Left[] } = { undone: [], left: [] };
    // Albums and artists are deleted last.
    const deletedKind = (decision: Step | Left) =>
      isEntryKind(decision.kind as Kind) && 'action' in decision && decision.action === 'delete' ? decision.kind : '';
    for (const kind of ['', 'album', 'artist'])
      for (const decision of found) if (deletedKind(decision) === kind) this.carryOut(decision, done);
    return done;
  }

  private carryOut(found: Step | Left, { undone, left }: { undone: Step[]; left: Left[] }): void {
    if ('reason' in found) return void left.push(found);
    const { id, artistId, albumId, name, action, target } = found;
    const kind = found.kind as Kind;
    const shelf = this.shelfOf(kind);
    const childShelf = this.all.find((other) => [...other.records.keys()].some((childId) => this.isUnder(other, childId, kind, id)));
    const parent = parentOf(kind);
    const parentIsGone = parent && !this.shelfOf(parent).records.has(shelf.owners.get(id) as bigint);
    const childReason = childShelf?.kind === 'album' ? 'has-albums' : childShelf && 'has-records';
    const reason = action === 'delete' ? childReason : action === 'restore' && parentIsGone ? `${parent}-deleted` : undefined;
    if (reason) return void left.push({ kind, id, artistId, albumId, name, reason });
    if (action === 'delete') shelf.remove(id, target || null);
    else shelf.putVersion(id, target);
    undone.push(found);
  }

  /** Every record in every version. */
  histories(): History[] {
    return this.all.flatMap(({ kind, histories }) =>
      [...histories].map(([id, entries]) => ({
        kind,
        id,
        versions: entries.map(({ record, action, reverts, by, hidden }) => ({ record, action, reverts, by, hidden })),
      })),
    );
  }
}
