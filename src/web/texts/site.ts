import type { MailLanguage } from '../../model/mail.ts';
import type { Kind } from '../../model/record.ts';
import type { Action } from '../../model/revision.ts';
import type { Field } from '../../model/search/candidate.ts';

export type Language = MailLanguage;

const monthsOf = (language: Language) => new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' });
const numberOf = (language: Language) => new Intl.NumberFormat(language === 'es' ? 'es-AR' : 'en');
const dates = { es: monthsOf('es'), en: monthsOf('en') };
const numbers = { es: numberOf('es'), en: numberOf('en') };

const counted = (language: Language, one: string, many: string) => (count: bigint | number) =>
  `${numbers[language].format(count)} ${BigInt(count) === 1n ? one : many}`;

/** What a search may find a record by, but for the names that the page shows of each. */
type OtherMember = Exclude<Field['member'], 'name' | 'artist'>;

const es = {
  date: (at: number) => dates.es.format(at),
  artistCount: counted('es', 'artista', 'artistas'),
  albumCount: counted('es', 'disco', 'discos'),
  nav: {
    label: 'Sitio',
    artists: 'Artistas',
    bands: 'Bandas',
    changes: 'Cambios',
    api: 'API',
    otherLanguage: 'English',
    problems: 'Errores de la API',
  },
  footer: { about: 'Rockola guarda el rock argentino, disco por disco.', feed: 'Novedades (Atom)' },
  search: {
    label: 'Buscar artistas y discos',
    placeholder: 'paes, serugiran, artaud…',
    button: 'Buscar',
    title: 'Buscar',
    titleOf: (query: string) => `“${query}”`,
    found: (count: number) => (count === 1 ? 'Un resultado' : `${count} resultados`),
    nothing: 'No encontramos nada así',
    hint: 'Probá con otra forma de escribirlo, con menos palabras, o mirá la lista completa.',
    empty: 'Escribí el nombre de un artista, una banda o un disco. Los errores se perdonan.',
    unsearchable: 'Con eso no se puede buscar: hacen falta letras o números, y como mucho 12 palabras.',
    suggestions: 'Sugerencias',
    recordBy: 'Disco de',
    members: { band: 'Banda', description: 'Descripción', album: 'Disco', year: 'Año' } satisfies Record<OtherMember, string>,
  },
  front: {
    title: 'El rock argentino, disco por disco',
    lead: (artists: string) => `${artists} que cualquiera puede consultar, corregir y llevarse.`,
    decades: 'Por década',
    wall: 'Hoy en la rockola',
    wallNote: 'Otra selección cada día',
    recent: 'Recién cambiado',
    all: 'Ver todo',
    empty: 'El catálogo está vacío, y cualquiera puede escribirlo. Empezá por el artista que más te guste.',
  },
  artists: {
    title: 'Artistas',
    ofDecade: (decade: number) => `Con discos de los ${decade}`,
    ofBand: (band: string) => `Artistas de ${band}`,
    letters: 'Por letra',
    next: 'Siguientes',
    none: 'No hay ninguno.',
  },
  bands: { title: 'Bandas', lead: (count: string) => `${count} que los artistas nombran.`, count: counted('es', 'banda', 'bandas') },
  artist: {
    albums: 'Discos',
    noAlbums: 'Todavía no hay discos de este artista.',
    band: 'Banda',
    mates: (band: string) => `También en ${band}`,
    span: (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`),
    history: 'Historial',
    changed: (when: string) => `Cambió el ${when}`,
    version: (version: bigint) => `versión ${version}`,
    noDescription: 'Nadie escribió todavía sobre este artista.',
    showPictures: 'Mostrar las imágenes de otros sitios',
  },
  album: {
    by: 'Disco de',
    others: (artist: string) => `Más discos de ${artist}`,
  },
  history: {
    title: (name: string) => `Historial de ${name}`,
    version: (version: bigint) => `Versión ${version}`,
    actions: { create: 'Alta', update: 'Cambio', delete: 'Baja', restore: 'Vuelta' } satisfies Record<Action, string>,
    by: (account: bigint | null) => (account === null ? 'el servicio' : `cuenta ${account}`),
    reverts: (version: bigint) => `vuelve a la versión ${version}`,
    source: 'Fuente',
    older: 'Versiones anteriores',
    empty: 'vacío',
    removed: 'Se quitó',
    added: 'Se agregó',
    back: (name: string) => `Volver a ${name}`,
  },
  changes: {
    title: 'Cambios',
    lead: 'Todo lo que cambió en el catálogo, lo más nuevo primero.',
    kinds: { artist: 'artista', album: 'disco' } satisfies Record<Kind, string>,
    gone: 'ya no está',
    older: 'Cambios anteriores',
    none: 'Todavía no cambió nada.',
  },
  errors: {
    notFound: { title: 'Acá no suena nada', lead: 'Esta página no existe, o lo que había en ella ya no está.' },
    invalid: { title: 'Así no se entiende', lead: 'La dirección tiene algo que no corresponde.' },
    tooMany: { title: 'Un momento', lead: 'Llegaron demasiados pedidos desde tu red. Esperá un poco y volvé a intentar.' },
    unavailable: { title: 'Ahora no se puede', lead: 'El catálogo no responde en este momento. Volvé a intentar en unos segundos.' },
    other: { title: 'No se pudo', lead: 'El pedido no se puede atender así.' },
    internal: {
      title: 'Se rayó el disco',
      lead: 'Algo falló de nuestro lado. Si vuelve a pasar, contale a quien administra el sitio este número:',
    },
    home: 'Ir al inicio',
  },
};

export type Texts = typeof es;

const en: Texts = {
  date: (at: number) => dates.en.format(at),
  artistCount: counted('en', 'artist', 'artists'),
  albumCount: counted('en', 'record', 'records'),
  nav: {
    label: 'Site',
    artists: 'Artists',
    bands: 'Bands',
    changes: 'Changes',
    api: 'API',
    otherLanguage: 'Español',
    problems: 'API errors',
  },
  footer: { about: 'Rockola keeps Argentine rock, record by record.', feed: 'What is new (Atom)' },
  search: {
    label: 'Search artists and records',
    placeholder: 'paes, serugiran, artaud…',
    button: 'Search',
    title: 'Search',
    titleOf: (query: string) => `“${query}”`,
    found: (count: number) => (count === 1 ? 'One result' : `${count} results`),
    nothing: 'Nothing like that was found',
    hint: 'Try another spelling, fewer words, or look through the whole list.',
    empty: 'Type the name of an artist, a band or a record. Misspellings are forgiven.',
    unsearchable: 'That cannot be searched for: it takes letters or digits, and at most 12 words.',
    suggestions: 'Suggestions',
    recordBy: 'Record by',
    members: { band: 'Band', description: 'Description', album: 'Record', year: 'Year' },
  },
  front: {
    title: 'Argentine rock, record by record',
    lead: (artists: string) => `${artists} for anyone to look up, correct and take along.`,
    decades: 'By decade',
    wall: 'On the jukebox today',
    wallNote: 'Another selection each day',
    recent: 'Just changed',
    all: 'See all',
    empty: 'The catalogue is empty, and anyone can write it. Begin with the artist you like best.',
  },
  artists: {
    title: 'Artists',
    ofDecade: (decade: number) => `With records of the ${decade}s`,
    ofBand: (band: string) => `Artists of ${band}`,
    letters: 'By letter',
    next: 'Next',
    none: 'There are none.',
  },
  bands: { title: 'Bands', lead: (count: string) => `${count} that artists name.`, count: counted('en', 'band', 'bands') },
  artist: {
    albums: 'Records',
    noAlbums: 'There are no records of this artist yet.',
    band: 'Band',
    mates: (band: string) => `Also in ${band}`,
    span: (from: number, to: number) => (from === to ? `${from}` : `${from}–${to}`),
    history: 'History',
    changed: (when: string) => `Changed on ${when}`,
    version: (version: bigint) => `version ${version}`,
    noDescription: 'Nobody has written about this artist yet.',
    showPictures: 'Show the pictures of other sites',
  },
  album: {
    by: 'Record by',
    others: (artist: string) => `More records by ${artist}`,
  },
  history: {
    title: (name: string) => `History of ${name}`,
    version: (version: bigint) => `Version ${version}`,
    actions: { create: 'Added', update: 'Changed', delete: 'Deleted', restore: 'Restored' },
    by: (account: bigint | null) => (account === null ? 'the service' : `account ${account}`),
    reverts: (version: bigint) => `back to version ${version}`,
    source: 'Source',
    older: 'Older versions',
    empty: 'empty',
    removed: 'Removed',
    added: 'Added',
    back: (name: string) => `Back to ${name}`,
  },
  changes: {
    title: 'Changes',
    lead: 'All that changed in the catalogue, newest first.',
    kinds: { artist: 'artist', album: 'record' },
    gone: 'no longer here',
    older: 'Older changes',
    none: 'Nothing has changed yet.',
  },
  errors: {
    notFound: { title: 'Nothing plays here', lead: 'This page does not exist, or what it was about is gone.' },
    invalid: { title: 'That makes no sense here', lead: 'Something in the address does not belong there.' },
    tooMany: { title: 'One moment', lead: 'Too many requests came from your network. Wait a little and try again.' },
    unavailable: { title: 'Not just now', lead: 'The catalogue does not answer at the moment. Try again in a few seconds.' },
    other: { title: 'That could not be done', lead: 'The request cannot be answered like this.' },
    internal: {
      title: 'The record is scratched',
      lead: 'Something failed on our side. If it happens again, tell the operator this number:',
    },
    home: 'Go to the start',
  },
};

/** What the pages of the catalogue say. */
export const texts: Record<Language, Texts> = { es, en };

/** The word for a kind or an action of the log, which may have others than these from a newer program. */
export function wordFor(words: Record<string, string>, logged: string): string {
  return words[logged] ?? logged;
}
