import { album } from '../../src/model/album.ts';
import { alias } from '../../src/model/alias.ts';
import { type ArtistFields, artist, type NewArtist } from '../../src/model/artist.ts';
import { type MembershipFields, membership } from '../../src/model/membership.ts';
import { isSame, type Kind, type PathOf, type RecordType } from '../../src/model/record.ts';
import type { Conditions } from '../../src/model/versioned.ts';
import type { Update } from '../../src/operations/record.ts';
import { fails, type Left, type Moment, type Paging, Shelf, type Shown, type Step, type Told } from './shelf.ts';

/** What belongs to an artist, and the names of its operations. */
export const children = {
  Album: { type: album, path: 'albumId', list: 'listAlbums' },
  Alias: { type: alias, path: 'aliasId', list: 'listAliases' },
  Membership: { type: membership, path: 'membershipId', list: 'listMembers' },
} as const;
export type Child = keyof typeof children;

type ChildPath = PathOf<'artist'> & { [path: string]: unknown };

/** What one can ask of a catalogue: an operation of the store and its input, and who does, 0 for the service itself. */
export type Command = { by: bigint } & (
  | { name: 'createArtist'; input: { record: NewArtist; insist: boolean } }
  | { name: 'replaceArtist'; input: PathOf<'artist'> & Update<ArtistFields> }
  | { name: 'patchArtist'; input: PathOf<'artist'> & Update<ArtistFields> }
  | { name: 'deleteArtist'; input: { artistId: bigint; conditions: Conditions } }
  | { name: 'revertArtist'; input: { artistId: bigint; version: bigint; conditions: Conditions } }
  | { name: `create${Child}`; input: { artistId: bigint; record: { id?: bigint | undefined }; insist: boolean } }
  | { name: `replace${Child}`; input: ChildPath & Update<object> }
  | { name: `patch${Child}`; input: ChildPath & Update<object> }
  | { name: `delete${Child}`; input: ChildPath & { conditions: Conditions } }
  | { name: `revert${Child}`; input: ChildPath & { version: bigint; conditions: Conditions } }
  | { name: 'undoAccount'; input: UndoneSpan }
  | { name: 'tick'; input: null }
  | { name: 'readArtist'; input: { artistId: bigint } }
  | { name: `read${Child}`; input: ChildPath }
  | { name: 'listArtists'; input: Paging }
  | { name: (typeof children)[Child]['list']; input: Paging & { artistId: bigint } }
);

/** From one tick to another; 0 is the beginning, and without an end it reaches until now. Ticks that are not yet are the last. */
export type UndoneSpan = { account: bigint; since: number; until: number | undefined };

export type Outcome = Shown | { undone: Step[]; left: Left[] };

/** A record in each of its versions. */
export type History = { kind: Kind; id: bigint; versions: Told[] };

const missing = <F extends object>(fields: object, { names, members }: RecordType<F>, found: { fields: object } | undefined) =>
  names.some((name) => fields[name as never] === undefined && !(found && isSame(found.fields[name as never], members[name].empty)));

/** The catalogue in memory, with no thought of speed, threads or disks: what both engines must agree with. */
export class Model {
  private readonly now: Moment = { by: 0n, epoch: 0, write: 0 };
  private readonly artists = new Shelf<ArtistFields>('artist', this.now);
  private readonly shelves = {
    Album: new Shelf<object>('album', this.now),
    Alias: new Shelf<object>('alias', this.now, 'name', (alias: object, owner, id) =>
      this.isAlike('Alias', ['name', 'kind'], alias, owner, id),
    ),
    Membership: new Shelf<object>('membership', this.now, 'credited', (fields: object, owner, id, former?: object) => {
      const { person, from, to } = fields as MembershipFields;
      const isNew = person !== null && person !== (former as MembershipFields | undefined)?.person;
      const isReversed = from !== null && to !== null && to.slice(0, 4) < from.slice(0, 4);
      if (person === owner || isReversed || (isNew && !this.artists.records.has(person))) return true;
      return this.isAlike('Membership', ['person', 'credited', 'from'], fields, owner, id);
    }),
  };

  run({ name, input, by }: Command): Outcome {
    this.now.by = by;
    this.now.write++;
    switch (name) {
      case 'createArtist': {
        return this.artists.add(input.record, input.insist, 0n);
      }
      case 'replaceArtist':
      case 'patchArtist': {
        const found = this.artists.records.get(input.artistId);
        if (name === 'replaceArtist' && missing(input.fields, artist, found)) return 'invalid-input';
        return this.artists.change(found, input.artistId, input.fields, input.conditions);
      }
      case 'deleteArtist': {
        const found = this.artists.records.get(input.artistId);
        if (!found) return 'not-found';
        if (fails(input.conditions, found.version)) return 'precondition-failed';
        this.artists.remove(input.artistId);
        for (const shelf of Object.values(this.shelves))
          for (const [id, { owner }] of shelf.records) if (owner === input.artistId) shelf.remove(id);
        return undefined;
      }
      case 'revertArtist':
        return this.revertArtist(input);
      case 'undoAccount':
        return this.undo(input);
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

  /** Runs an operation on what belongs to an artist. */
  private runOnChild(
    name: string,
    input: ChildPath & Update<object> & Paging & { record: object; insist: boolean; version: bigint },
  ): Outcome {
    const { artistId, conditions } = input;
    const child = (Object.keys(children) as Child[]).find((one) => name.endsWith(one) || children[one].list === name) as Child;
    const [shelf, { type, path }] = [this.shelves[child], children[child]];
    const id = input[path] as bigint;
    const known = shelf.records.get(id);
    const found = known?.owner === artistId ? known : undefined;
    const isThere = this.artists.records.has(artistId);
    switch (name.replace(child, '')) {
      case 'create':
        return isThere ? shelf.add(input.record, input.insist, artistId) : 'not-found';
      case 'replace':
        return missing(input.fields, type as unknown as RecordType<never>, found)
          ? 'invalid-input'
          : shelf.change(found, id, input.fields, conditions);
      case 'patch':
        return shelf.change(found, id, input.fields, conditions);
      case 'delete':
        if (!found) return 'not-found';
        if (fails(conditions, found.version)) return 'precondition-failed';
        shelf.remove(id);
        return undefined;
      case 'revert':
        if (shelf.owners.get(id) !== artistId) return 'not-found';
        return isThere ? shelf.revert(id, input.version, conditions) : 'artist-deleted';
      case 'read':
        return found ? shelf.show(id) : 'not-found';
      default:
        return isThere ? shelf.page(input, artistId) : 'not-found';
    }
  }

  /** Whether another record under the same artist has the same in some members. */
  private isAlike(child: Child, names: string[], fields: object, owner: bigint, id: bigint): boolean {
    return [...this.shelves[child].records].some(
      ([other, record]) =>
        other !== id && record.owner === owner && names.every((name) => record.fields[name as never] === fields[name as never]),
    );
  }

  private revertArtist({ artistId, version, conditions }: { artistId: bigint; version: bigint; conditions: Conditions }): Outcome {
    const deletion = this.artists.entries(artistId).at(-1);
    if (!deletion) return 'not-found';
    const outcome = this.artists.revert(artistId, version, conditions);
    if (typeof outcome === 'string' || deletion.record) return outcome;
    for (const shelf of Object.values(this.shelves))
      for (const id of shelf.ids()) {
        const last = shelf.entries(id).at(-1);
        const went = shelf.owners.get(id) === artistId && last?.action === 'delete' && last.write === deletion.write;
        if (went) shelf.bring(id, BigInt(shelf.entries(id).length - 1));
      }
    return outcome;
  }

  /** One record after the other, in an order in which nothing is without its artist. */
  private undo({ account, since, until }: UndoneSpan): { undone: Step[]; left: Left[] } {
    const { epoch } = this.now;
    const [from, to] = [Math.min(since, epoch), until === undefined ? epoch + 1 : Math.min(until, epoch)];
    const fits = (entry: Moment) => entry.by === account && entry.epoch >= from && entry.epoch < to;
    const [artists = [], ...others] = [this.artists, ...Object.values(this.shelves)].map((shelf) =>
      shelf.ids().map((id) => shelf.decide(id, fits)),
    );
    const done: { undone: Step[]; left: Left[] } = { undone: [], left: [] };
    const isDeletion = (found: Step | Left | undefined) => found !== undefined && 'action' in found && found.action === 'delete';
    for (const found of artists.filter((found) => !isDeletion(found))) this.carryOut(found, done);
    for (const found of others.flat()) this.carryOut(found, done);
    for (const found of artists.filter(isDeletion)) this.carryOut(found, done);
    return done;
  }

  private carryOut(found: Step | Left | undefined, { undone, left }: { undone: Step[]; left: Left[] }): void {
    if (!found) return;
    if ('reason' in found) return void left.push(found);
    const { kind, id, artistId, name, action, target } = found;
    const all = [this.artists, ...Object.values(this.shelves)];
    const shelf = all.find((one) => one.kind === kind) as Shelf<object>;
    const owned = all.find(({ records }) => kind === 'artist' && [...records.values()].some(({ owner }) => owner === id));
    const lost = artistId !== null && !this.artists.records.has(artistId);
    if (action === 'delete' && owned)
      return void left.push({ kind, id, artistId, name, reason: owned.kind === 'album' ? 'has-albums' : 'has-records' });
    if (action === 'restore' && lost) return void left.push({ kind, id, artistId, name, reason: 'artist-deleted' });
    if (action === 'delete') shelf.remove(id, target || null);
    else shelf.bring(id, target);
    undone.push(found);
  }

  /** What each record was in every version. */
  histories(): History[] {
    return [this.artists, ...Object.values(this.shelves)].flatMap(({ kind, histories }) =>
      [...histories].map(([id, entries]) => ({
        kind,
        id,
        versions: entries.map(({ record, action, reverts, by }) => ({ record, action, reverts, by })),
      })),
    );
  }
}
