import type { Kind } from '../../model/record.ts';
import type { Language } from './site.ts';

/** `name`: the kind in a list of kinds. `the`: before the title of a record. `one`, `many`: after a number. */
type Noun = Record<'name' | 'the' | 'one' | 'many', string>;

const es: Record<Kind, Noun> = {
  artist: { name: 'artista', the: '', one: 'artista', many: 'artistas' },
  album: { name: 'disco', the: 'el disco', one: 'disco', many: 'discos' },
  alias: { name: 'otro nombre', the: 'el nombre', one: 'otro nombre', many: 'otros nombres' },
  membership: { name: 'integrante', the: 'el integrante', one: 'integrante', many: 'integrantes' },
  artist_details: { name: 'datos del artista', the: 'los datos', one: 'ficha de datos', many: 'fichas de datos' },
  credit: { name: 'participación', the: 'la participación de', one: 'participación', many: 'participaciones' },
  track: { name: 'tema', the: 'el tema', one: 'tema', many: 'temas' },
  album_details: { name: 'datos del disco', the: 'los datos de un disco', one: 'ficha de disco', many: 'fichas de discos' },
  artist_identifier: { name: 'identificador del artista', the: 'el identificador', one: 'identificador', many: 'identificadores' },
  album_identifier: {
    ...{ name: 'identificador del disco', the: 'el identificador', one: 'identificador de disco', many: 'identificadores de discos' },
  },
  artist_source: { name: 'fuente del artista', the: 'la fuente', one: 'fuente', many: 'fuentes' },
  album_source: { name: 'fuente del disco', the: 'la fuente', one: 'fuente de un disco', many: 'fuentes de discos' },
};

const en: typeof es = {
  artist: { name: 'artist', the: '', one: 'artist', many: 'artists' },
  album: { name: 'album', the: 'the album', one: 'album', many: 'albums' },
  alias: { name: 'other name', the: 'the name', one: 'other name', many: 'other names' },
  membership: { name: 'member', the: 'the member', one: 'member', many: 'members' },
  artist_details: { name: 'artist details', the: 'the details', one: 'set of details', many: 'sets of details' },
  credit: { name: 'credit', the: 'the credit of', one: 'credit', many: 'credits' },
  track: { name: 'track', the: 'the track', one: 'track', many: 'tracks' },
  album_details: { name: 'album details', the: 'the details of an album', one: 'set of album details', many: 'sets of album details' },
  artist_identifier: { name: 'artist identifier', the: 'the identifier', one: 'identifier', many: 'identifiers' },
  album_identifier: { name: 'album identifier', the: 'the identifier', one: 'album identifier', many: 'album identifiers' },
  artist_source: { name: 'artist source', the: 'the source', one: 'source', many: 'sources' },
  album_source: { name: 'album source', the: 'the source', one: 'album source', many: 'album sources' },
};

export const nouns: Record<Language, typeof es> = { es, en };
