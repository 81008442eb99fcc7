import type { AlbumFields, NewAlbum } from '../../src/model/album.ts';
import type { ArtistFields, NewArtist } from '../../src/model/artist.ts';
import type { Conditions } from '../../src/model/versioned.ts';
import type { AlbumUpdate } from '../../src/operations/album.ts';
import type { ArtistUpdate } from '../../src/operations/artist.ts';

/** What one can ask of a catalogue: an operation of the store and its input. */
export type Command =
  | { name: 'createArtist'; input: { record: NewArtist; insist: boolean } }
  | { name: 'replaceArtist'; input: ArtistUpdate }
  | { name: 'patchArtist'; input: ArtistUpdate }
  | { name: 'deleteArtist'; input: { artistId: bigint; conditions: Conditions } }
  | { name: 'createAlbum'; input: { artistId: bigint; record: NewAlbum; insist: boolean } }
  | { name: 'replaceAlbum'; input: AlbumUpdate }
  | { name: 'patchAlbum'; input: AlbumUpdate }
  | { name: 'deleteAlbum'; input: { artistId: bigint; albumId: bigint; conditions: Conditions } }
  | { name: 'readArtist'; input: { artistId: bigint } }
  | { name: 'readAlbum'; input: { artistId: bigint; albumId: bigint } }
  | { name: 'listArtists'; input: Paging }
  | { name: 'listAlbums'; input: Paging & { artistId: bigint } };

export type Paging = { limit: bigint; offset: bigint; after: bigint | undefined };

/** What came of a command: the problem's code, or the record with its version, or a page. */
export type Outcome = string | { record: object; version: bigint } | { records: object[]; total: bigint; more: boolean } | undefined;

/** A record in each of its versions, undefined where it was deleted. */
export type History = { kind: 'artist' | 'album'; id: bigint; versions: (object | undefined)[] };

type Kept<F> = { fields: F; version: bigint; owner: bigint };

/** The ids and records of one kind, as plainly as the contract tells of them. */
class Shelf<F extends object> {
  readonly records = new Map<bigint, Kept<F>>();
  /** What each record was in every version, undefined where it was deleted. */
  readonly histories = new Map<bigint, (object | undefined)[]>();
  private readonly taken = new Set<bigint>();
  private next = 1n;

  claim(wish: bigint | undefined, insist: boolean): bigint | 'precondition-failed' {
    if (wish !== undefined && this.taken.has(wish) && insist) return 'precondition-failed';
    const id = wish !== undefined && !this.taken.has(wish) ? wish : this.assign();
    this.taken.add(id);
    return id;
  }

  create(id: bigint, fields: F, owner: bigint): Outcome {
    this.records.set(id, { fields, version: 1n, owner });
    this.histories.set(id, [{ id, ...fields }]);
    return this.show(id);
  }

  remove(id: bigint): void {
    this.records.delete(id);
    this.histories.get(id)?.push(undefined);
  }

  private assign(): bigint {
    while (this.taken.has(this.next)) this.next++;
    return this.next++;
  }

  change(found: Kept<F> | undefined, id: bigint, fields: Partial<F>, conditions: Conditions): Outcome {
    if (!found) return 'not-found';
    if (fails(conditions, found.version)) return 'precondition-failed';
    const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
    if (Object.entries(given).some(([name, value]) => found.fields[name as keyof F] !== value)) {
      found.fields = { ...found.fields, ...given };
      found.version++;
      this.histories.get(id)?.push({ id, ...found.fields });
    }
    return this.show(id);
  }

  show(id: bigint): Outcome {
    const found = this.records.get(id);
    return found ? { record: { id, ...found.fields }, version: found.version } : 'not-found';
  }

  page({ limit, offset, after }: Paging, owner: bigint): Outcome {
    const ids = [...this.records].filter(([, kept]) => kept.owner === owner).map(([id]) => id);
    const sorted = ids.sort((a, b) => (a < b ? -1 : 1));
    const rest = after === undefined ? sorted.slice(Number(offset)) : sorted.filter((id) => id > after);
    const records = rest.slice(0, Number(limit)).map((id) => ({ id, ...this.records.get(id)?.fields }));
    return { records, total: BigInt(ids.length), more: rest.length > records.length };
  }
}

const missing = (fields: object, names: string[], found: Kept<object> | undefined) =>
  names.some((name) => fields[name as never] === undefined && found?.fields[name as never] !== '');

function fails({ ifMatch, ifNoneMatch }: Conditions, version: bigint): boolean {
  const tag = `"${version}"`;
  return (
    (Array.isArray(ifMatch) && !ifMatch.includes(tag)) || ifNoneMatch === '*' || (Array.isArray(ifNoneMatch) && ifNoneMatch.includes(tag))
  );
}

/** The catalogue in memory, with no thought of speed, threads or disks: what both engines must agree with. */
export class Model {
  private readonly artists = new Shelf<ArtistFields>();
  private readonly albums = new Shelf<AlbumFields>();

  run({ name, input }: Command): Outcome {
    switch (name) {
      case 'createArtist': {
        const { id: wish, ...fields } = input.record;
        const id = this.artists.claim(wish, input.insist);
        if (typeof id === 'string') return id;
        return this.artists.create(id, fields, 0n);
      }
      case 'replaceArtist':
      case 'patchArtist': {
        const found = this.artists.records.get(input.artistId);
        if (name === 'replaceArtist' && missing(input.fields, ['name', 'description', 'image', 'band'], found)) return 'invalid-input';
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
      case 'createAlbum': {
        if (!this.artists.records.has(input.artistId)) return 'not-found';
        const { id: wish, ...fields } = input.record;
        const id = this.albums.claim(wish, input.insist);
        if (typeof id === 'string') return id;
        return this.albums.create(id, fields, input.artistId);
      }
      case 'replaceAlbum':
      case 'patchAlbum': {
        const found = this.albumOf(input);
        if (name === 'replaceAlbum' && missing(input.fields, ['name', 'year', 'image'], found)) return 'invalid-input';
        return this.albums.change(found, input.albumId, input.fields, input.conditions);
      }
      case 'deleteAlbum': {
        const found = this.albumOf(input);
        if (!found) return 'not-found';
        if (fails(input.conditions, found.version)) return 'precondition-failed';
        this.albums.remove(input.albumId);
        return undefined;
      }
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

  /** What each record was in every version. */
  histories(): History[] {
    const of = (kind: 'artist' | 'album', { histories }: Shelf<object>) => [...histories].map(([id, versions]) => ({ kind, id, versions }));
    return [...of('artist', this.artists as never), ...of('album', this.albums as never)];
  }

  private albumOf({ artistId, albumId }: { artistId: bigint; albumId: bigint }) {
    const found = this.albums.records.get(albumId);
    return found?.owner === artistId ? found : undefined;
  }
}
