import { type AlbumFields, album, type NewAlbum } from '../../src/model/album.ts';
import { type ArtistFields, artist, type NewArtist } from '../../src/model/artist.ts';
import type { PathOf } from '../../src/model/record.ts';
import type { Conditions } from '../../src/model/versioned.ts';
import type { Update } from '../../src/operations/record.ts';
import { fails, type Kind, type Left, type Moment, type Paging, Shelf, type Shown, type Step, type Told } from './shelf.ts';

/** What one can ask of a catalogue: an operation of the store and its input, and who does, 0 for the service itself. */
export type Command = { by: bigint } & (
  | { name: 'createArtist'; input: { record: NewArtist; insist: boolean } }
  | { name: 'replaceArtist'; input: PathOf<'artist'> & Update<ArtistFields> }
  | { name: 'patchArtist'; input: PathOf<'artist'> & Update<ArtistFields> }
  | { name: 'deleteArtist'; input: { artistId: bigint; conditions: Conditions } }
  | { name: 'revertArtist'; input: { artistId: bigint; version: bigint; conditions: Conditions } }
  | { name: 'createAlbum'; input: { artistId: bigint; record: NewAlbum; insist: boolean } }
  | { name: 'replaceAlbum'; input: PathOf<'album'> & Update<AlbumFields> }
  | { name: 'patchAlbum'; input: PathOf<'album'> & Update<AlbumFields> }
  | { name: 'deleteAlbum'; input: { artistId: bigint; albumId: bigint; conditions: Conditions } }
  | { name: 'revertAlbum'; input: { artistId: bigint; albumId: bigint; version: bigint; conditions: Conditions } }
  | { name: 'undoAccount'; input: UndoneSpan }
  | { name: 'tick'; input: null }
  | { name: 'readArtist'; input: { artistId: bigint } }
  | { name: 'readAlbum'; input: { artistId: bigint; albumId: bigint } }
  | { name: 'listArtists'; input: Paging }
  | { name: 'listAlbums'; input: Paging & { artistId: bigint } }
);

/** From one tick to another; 0 is the beginning, and without an end it reaches until now. Ticks that are not yet are the last. */
export type UndoneSpan = { account: bigint; since: number; until: number | undefined };

export type Outcome = Shown | { undone: Step[]; left: Left[] };

/** A record in each of its versions. */
export type History = { kind: Kind; id: bigint; versions: Told[] };

const missing = (fields: object, names: readonly string[], found: { fields: object } | undefined) =>
  names.some((name) => fields[name as never] === undefined && found?.fields[name as never] !== '');

/** The catalogue in memory, with no thought of speed, threads or disks: what both engines must agree with. */
export class Model {
  private readonly now: Moment = { by: 0n, epoch: 0, write: 0 };
  private readonly artists = new Shelf<ArtistFields>('artist', this.now);
  private readonly albums = new Shelf<AlbumFields>('album', this.now);

  run({ name, input, by }: Command): Outcome {
    this.now.by = by;
    this.now.write++;
    switch (name) {
      case 'createArtist': {
        const { id: requested, ...fields } = input.record;
        const id = this.artists.claim(requested, input.insist);
        if (typeof id === 'string') return id;
        return this.artists.create(id, fields, 0n);
      }
      case 'replaceArtist':
      case 'patchArtist': {
        const found = this.artists.records.get(input.artistId);
        if (name === 'replaceArtist' && missing(input.fields, artist.names, found)) return 'invalid-input';
        return this.artists.change(found, input.artistId, input.fields, input.conditions);
      }
      case 'deleteArtist': {
        const found = this.artists.records.get(input.artistId);
        if (!found) return 'not-found';
        if (fails(input.conditions, found.version)) return 'precondition-failed';
        this.artists.remove(input.artistId);
        for (const [id, { owner }] of this.albums.records) if (owner === input.artistId) this.albums.remove(id);
        return undefined;
      }
      case 'revertArtist':
        return this.revertArtist(input);
      case 'createAlbum': {
        if (!this.artists.records.has(input.artistId)) return 'not-found';
        const { id: requested, ...fields } = input.record;
        const id = this.albums.claim(requested, input.insist);
        if (typeof id === 'string') return id;
        return this.albums.create(id, fields, input.artistId);
      }
      case 'replaceAlbum':
      case 'patchAlbum': {
        const found = this.albumOf(input);
        if (name === 'replaceAlbum' && missing(input.fields, album.names, found)) return 'invalid-input';
        return this.albums.change(found, input.albumId, input.fields, input.conditions);
      }
      case 'deleteAlbum': {
        const found = this.albumOf(input);
        if (!found) return 'not-found';
        if (fails(input.conditions, found.version)) return 'precondition-failed';
        this.albums.remove(input.albumId);
        return undefined;
      }
      case 'revertAlbum': {
        if (this.albums.owners.get(input.albumId) !== input.artistId) return 'not-found';
        if (!this.artists.records.has(input.artistId)) return 'artist-deleted';
        return this.albums.revert(input.albumId, input.version, input.conditions);
      }
      case 'undoAccount':
        return this.undo(input);
      case 'tick':
        this.now.epoch++;
        return undefined;
      case 'readArtist':
        return this.artists.show(input.artistId);
      case 'readAlbum':
        return this.albumOf(input) ? this.albums.show(input.albumId) : 'not-found';
      case 'listArtists':
        return this.artists.page(input, 0n);
      case 'listAlbums':
        return this.artists.records.has(input.artistId) ? this.albums.page(input, input.artistId) : 'not-found';
    }
  }

  private revertArtist({ artistId, version, conditions }: { artistId: bigint; version: bigint; conditions: Conditions }): Outcome {
    const deletion = this.artists.entries(artistId).at(-1);
    if (!deletion) return 'not-found';
    const outcome = this.artists.revert(artistId, version, conditions);
    if (typeof outcome === 'string' || deletion.record) return outcome;
    for (const id of this.albums.ids()) {
      const last = this.albums.entries(id).at(-1);
      const went = this.albums.owners.get(id) === artistId && last?.action === 'delete' && last.write === deletion.write;
      if (went) this.albums.bring(id, BigInt(this.albums.entries(id).length - 1));
    }
    return outcome;
  }

  /** One record after the other, in an order in which no album is without its artist. */
  private undo({ account, since, until }: UndoneSpan): { undone: Step[]; left: Left[] } {
    const { epoch } = this.now;
    const [from, to] = [Math.min(since, epoch), until === undefined ? epoch + 1 : Math.min(until, epoch)];
    const fits = (entry: Moment) => entry.by === account && entry.epoch >= from && entry.epoch < to;
    const [artists, albums] = [this.artists, this.albums].map((shelf) => shelf.ids().map((id) => shelf.decide(id, fits)));
    const done: { undone: Step[]; left: Left[] } = { undone: [], left: [] };
    const isDeletion = (found: Step | Left | undefined) => found !== undefined && 'action' in found && found.action === 'delete';
    for (const found of artists?.filter((found) => !isDeletion(found)) ?? []) this.carryOut(found, done);
    for (const found of albums ?? []) this.carryOut(found, done);
    for (const found of artists?.filter(isDeletion) ?? []) this.carryOut(found, done);
    return done;
  }

  private carryOut(found: Step | Left | undefined, { undone, left }: { undone: Step[]; left: Left[] }): void {
    if (!found) return;
    if ('reason' in found) return void left.push(found);
    const { kind, id, artistId, name, action, target } = found;
    const shelf = kind === 'artist' ? this.artists : this.albums;
    const owns = [...this.albums.records.values()].some(({ owner }) => kind === 'artist' && owner === id);
    const lost = artistId !== null && !this.artists.records.has(artistId);
    if (action === 'delete' && owns) return void left.push({ kind, id, artistId, name, reason: 'has-albums' });
    if (action === 'restore' && lost) return void left.push({ kind, id, artistId, name, reason: 'artist-deleted' });
    if (action === 'delete') shelf.remove(id, target || null);
    else shelf.bring(id, target);
    undone.push(found);
  }

  /** What each record was in every version. */
  histories(): History[] {
    return [this.artists, this.albums].flatMap(({ kind, histories }) =>
      [...histories].map(([id, entries]) => ({
        kind,
        id,
        versions: entries.map(({ record, action, reverts, by }) => ({ record, action, reverts, by })),
      })),
    );
  }

  private albumOf({ artistId, albumId }: { artistId: bigint; albumId: bigint }) {
    const found = this.albums.records.get(albumId);
    return found?.owner === artistId ? found : undefined;
  }
}
