import type { Edit } from '../../model/edit.ts';
import type { Kind } from '../../model/record.ts';
import { type Language, numbers } from './site.ts';

/** The words of the sentence about an edit: account, verb, object. `the`: before a name; `some`: singular and plural. */
type EditTexts = {
  who: Record<Exclude<Edit['by'], 'account'>, string> & { account: (id: bigint) => string };
  verbs: Record<string, string>;
  /** An update that undid others. */
  undid: string;
  /** A write that did several things. */
  mixed: string;
  the: Record<Kind, string>;
  some: Record<Kind, [one: string, many: string]>;
  of: string;
  and: string;
  more: (count: number) => string;
  /** Of an edit that was not read to its end. */
  over: (count: number) => string;
  filters: {
    title: string;
    week: string;
    anyWeek: string;
    weekOf: (date: string) => string;
    kind: string;
    anyKind: string;
    show: string;
    all: string;
  };
  ofArtist: (name: string) => string;
  by: (name: string) => string;
};

const es: EditTexts = {
  who: { service: 'El sitio', 'former account': 'Una cuenta eliminada', account: (id) => `Cuenta ${id}` },
  verbs: { create: 'agregó', update: 'cambió', delete: 'borró', restore: 'recuperó', redact: 'suprimió algo del historial de' },
  undid: 'deshizo cambios en',
  mixed: 'cambió',
  the: {
    artist: '',
    album: 'el disco',
    alias: 'el nombre',
    membership: 'el integrante',
    artist_details: 'los datos',
    credit: 'la participación de',
    track: 'el tema',
    album_details: 'los datos de un disco',
    artist_identifier: 'el identificador',
    album_identifier: 'el identificador',
    artist_source: 'la fuente',
    album_source: 'la fuente',
  },
  some: {
    artist: ['artista', 'artistas'],
    album: ['disco', 'discos'],
    alias: ['otro nombre', 'otros nombres'],
    membership: ['integrante', 'integrantes'],
    artist_details: ['ficha de datos', 'fichas de datos'],
    credit: ['participación', 'participaciones'],
    track: ['tema', 'temas'],
    album_details: ['ficha de disco', 'fichas de discos'],
    artist_identifier: ['identificador', 'identificadores'],
    album_identifier: ['identificador de disco', 'identificadores de discos'],
    artist_source: ['fuente', 'fuentes'],
    album_source: ['fuente de un disco', 'fuentes de discos'],
  },
  of: 'de',
  and: 'y',
  more: (count) => `${numbers.es.format(count)} cosas más`,
  over: (count) => `más de ${numbers.es.format(count)} cosas`,
  filters: {
    title: 'Filtrar',
    week: 'Semana',
    anyWeek: 'Todas',
    weekOf: (date) => `Del ${date}`,
    kind: 'Qué',
    anyKind: 'Todo',
    show: 'Filtrar',
    all: 'Ver todos los cambios',
  },
  ofArtist: (name) => `Cambios de ${name}`,
  by: (name) => `Cambios hechos por ${name}`,
};

const en: EditTexts = {
  who: { service: 'The site', 'former account': 'A deleted account', account: (id) => `Account ${id}` },
  verbs: { create: 'added', update: 'changed', delete: 'deleted', restore: 'restored', redact: 'redacted the history of' },
  undid: 'undid changes to',
  mixed: 'changed',
  the: {
    artist: '',
    album: 'the album',
    alias: 'the name',
    membership: 'the member',
    artist_details: 'the details',
    credit: 'the credit of',
    track: 'the track',
    album_details: 'the details of an album',
    artist_identifier: 'the identifier',
    album_identifier: 'the identifier',
    artist_source: 'the source',
    album_source: 'the source',
  },
  some: {
    artist: ['artist', 'artists'],
    album: ['album', 'albums'],
    alias: ['other name', 'other names'],
    membership: ['member', 'members'],
    artist_details: ['set of details', 'sets of details'],
    credit: ['credit', 'credits'],
    track: ['track', 'tracks'],
    album_details: ['set of album details', 'sets of album details'],
    artist_identifier: ['identifier', 'identifiers'],
    album_identifier: ['album identifier', 'album identifiers'],
    artist_source: ['source', 'sources'],
    album_source: ['album source', 'album sources'],
  },
  of: 'of',
  and: 'and',
  more: (count) => `${numbers.en.format(count)} more`,
  over: (count) => `more than ${numbers.en.format(count)} things`,
  filters: {
    title: 'Filter',
    week: 'Week',
    anyWeek: 'Any',
    weekOf: (date) => `From ${date}`,
    kind: 'What',
    anyKind: 'Everything',
    show: 'Filter',
    all: 'See all changes',
  },
  ofArtist: (name) => `Changes to ${name}`,
  by: (name) => `Changes made by ${name}`,
};

export const editTexts: Record<Language, EditTexts> = { es, en };
