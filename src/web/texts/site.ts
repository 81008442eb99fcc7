import type { MailLanguage } from '../../model/mail.ts';
import type { Action } from '../../model/revision.ts';
import type { Field } from '../../model/search/candidate.ts';
import { clockOf } from '../time.ts';
import { periodTexts } from './period.ts';
import { rolesInEnglish, rolesInSpanish } from './roles.ts';

export type Language = MailLanguage;

const datesOf = (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
const dates = { es: datesOf('es'), en: datesOf('en-GB') };
export const numbers = { es: new Intl.NumberFormat('es-AR'), en: new Intl.NumberFormat('en-GB') };

const counted = (language: Language, one: string, many: string) => (count: bigint | number) =>
  `${numbers[language].format(count)} ${BigInt(count) === 1n ? one : many}`;

/** Members that a search may match, except names, which every hit shows. */
type OtherMember = Exclude<Field['member'], 'name' | 'artist'>;

/** As people say it: “los 80”, but “los 1910” and “los 2010”. */
const shortDecade = (decade: number) => (decade >= 1930 && decade < 2000 ? decade % 100 : decade);

const es = {
  date: (at: number) => dates.es.format(at),
  number: (count: bigint) => numbers.es.format(count),
  artistCount: counted('es', 'artista', 'artistas'),
  albumCount: counted('es', 'disco', 'discos'),
  decade: (decade: number) => `Los ${shortDecade(decade)}`,
  listen: 'Escuchar',
  cite: 'Para citar esta página',
  nav: {
    label: 'Sitio',
    artists: 'Artistas',
    albums: 'Discos',
    bands: 'Bandas',
    changes: 'Cambios',
    api: 'API',
    otherLanguage: 'English',
    problems: 'Errores de la API',
  },
  footer: {
    about: 'Rockola guarda el rock argentino, disco por disco.',
    feed: 'Novedades (RSS)',
    statistics: 'Estadísticas',
    dumps: 'Descargas',
    contact: 'Contacto',
    licence: 'Licencia',
  },
  search: {
    label: 'Buscar artistas y discos',
    placeholder: 'serugiran, artaud…',
    button: 'Buscar',
    title: 'Buscar',
    titleOf: (query: string) => `“${query}”`,
    kinds: 'Qué mostrar',
    everything: 'Todo',
    found: (count: number) => (count === 1 ? 'Un resultado' : `${count} resultados`),
    nothing: 'No encontramos nada',
    hint: ['Probá con otra forma de escribirlo, con menos palabras, o mirá ', 'la lista completa', '.'],
    empty: 'Escribí el nombre de un artista, una banda o un disco. No importa si lo escribís con errores.',
    unsearchable: 'Escribí al menos una letra o un número, y no más de 12 palabras.',
    suggestions: 'Sugerencias',
    /** `*`: the typed text. */
    all: 'Todos los resultados de “*”',
    albumBy: 'Disco de',
    members: {
      alias: 'Otro nombre',
      band: 'Banda',
      description: 'Descripción',
      album: 'Disco',
      year: 'Año',
      track: 'Tema',
    } satisfies Record<OtherMember, string>,
  },
  front: {
    title: 'El rock argentino, disco por disco',
    totals: (artists: string, albums: string) => `${artists} y ${albums}`,
    free: '. Cualquiera puede consultarlos, corregirlos y usarlos.',
    decades: 'Por década',
    wall: 'Hoy en la rockola',
    another: '¡Poné otra!',
    recent: 'Últimos cambios',
    all: 'Ver todos',
    empty: 'El catálogo está vacío, y entre todos lo vamos a llenar. Empezá por el artista que más te guste.',
  },
  artists: {
    ofDecade: (decade: number) => `Artistas con discos de los ${shortDecade(decade)}`,
    ofBand: (band: string) => `${band} y sus integrantes`,
    letters: 'Por letra',
    none: 'Todavía no hay artistas acá.',
    noneFit: 'Ningún artista cumple con estos filtros.',
  },
  albums: {
    ofYear: (year: number) => `Discos de ${year}`,
    ofDecade: (decade: number) => `Discos de los ${shortDecade(decade)}`,
    years: 'Por año',
    none: 'Todavía no hay discos acá.',
    noneFit: 'Ningún disco cumple con estos filtros.',
  },
  unfiltered: 'Quitar los filtros',
  pager: {
    label: 'Páginas',
    previous: 'Anterior',
    next: 'Siguiente',
    range: (from: bigint, to: bigint, total: bigint) => `${from}–${to} de ${total === 10_000n ? '10.000 o más' : numbers.es.format(total)}`,
  },
  bandCount: counted('es', 'banda', 'bandas'),
  artist: {
    albums: 'Discos',
    alsoOn: 'También en',
    noAlbums: 'Todavía no hay discos.',
    band: 'Banda',
    mates: (band: string) => `También en ${band}`,
    members: 'Integrantes',
    memberCount: counted('es', 'integrante', 'integrantes'),
    bands: 'Tocó en',
    columns: { members: 'Nombre', bands: 'Banda', years: 'Años' },
    more: (count: bigint) => `y ${numbers.es.format(count)} más`,
    alsoKnownAs: 'Otros nombres:',
    ...periodTexts.es,
    roles: rolesInSpanish,
    albumsOf: (count: bigint, from: number, to: number) =>
      `${counted('es', 'disco', 'discos')(count)}, ${from === to ? from : `${from}–${to}`}`,
    history: 'Historial',
    feed: 'Sus novedades (RSS)',
    changed: (when: string) => `Último cambio: ${when}`,
    version: (version: bigint) => `versión ${version}`,
    noDescription: 'Nadie escribió todavía sobre este artista.',
    showPictures: 'Mostrar fotos alojadas en otros sitios',
  },
  family: {
    title: (name: string) => `Árbol genealógico de ${name}`,
    link: 'Árbol genealógico',
    lead: 'Quiénes tocaron juntos, y con quién más.',
    colours: 'El color es el de la década en que empezaron.',
    lists: { members: 'Integrantes y sus otras bandas', bands: 'Sus bandas y quiénes tocaron en ellas' },
    none: 'Todavía no se sabe con quién tocó.',
  },
  album: {
    by: 'Disco de',
    released: (when: string) => `Salió: ${when}`,
    label: 'Sello:',
    others: (artist: string) => `Más discos de ${artist}`,
    credits: 'Quiénes participan',
    tracks: 'Temas',
    featuring: 'con',
    columns: { name: 'Nombre', role: 'Participación', number: 'N.º', title: 'Título', length: 'Duración', album: 'Disco', year: 'Año' },
  },
  history: {
    title: (name: string) => `Historial de ${name}`,
    version: (version: bigint) => `Versión ${version}`,
    actions: { create: 'Agregado', update: 'Cambiado', delete: 'Borrado', restore: 'Restaurado', redact: 'Suprimido' } satisfies Record<
      Action,
      string
    >,
    by: (account: bigint | null) => (account === null ? 'el sitio' : `cuenta ${account}`),
    reverts: (version: bigint) => `vuelve a la versión ${version}`,
    redacts: (version: bigint) => `en la versión ${version}`,
    redacted: (what: string, when: string) => `Suprimido el ${when}: ${what}.`,
    said: { comment: 'comentario', source: 'fuente' },
    hidden: { comment: 'El comentario está oculto.', all: 'Este cambio está oculto.' },
    past: (when: string, version: bigint) => `Así estaba en la versión ${version}, del ${when}. Puede haber cambiado después.`,
    source: 'Fuente',
    older: 'Versiones anteriores',
    empty: 'vacío',
    removed: 'Se quitó',
    added: 'Se agregó',
    back: (name: string) => `Volver a ${name}`,
  },
  changes: {
    lead: 'Todos los cambios del catálogo, los más nuevos primero.',
    gone: 'ya no está',
    older: 'Más cambios',
    none: 'No hay cambios.',
  },
  errors: {
    notFound: { title: 'Acá no suena nada', lead: 'Esta página no existe, o ya no está.' },
    gone: { title: 'Acá ya no suena nada', lead: 'Lo borraron del catálogo.' },
    invalid: { title: 'No entendimos la dirección', lead: 'Revisá que esté bien escrita.' },
    tooMany: { title: 'Un momento', lead: 'Llegaron demasiados pedidos desde tu red. Esperá un poco y probá de nuevo.' },
    unavailable: { title: 'Ahora no se puede', lead: 'El catálogo no responde en este momento. Probá de nuevo en unos segundos.' },
    forbidden: 'Hasta acá llega tu cuenta',
    other: { title: 'No se pudo', lead: 'No pudimos hacer lo que pediste.' },
    internal: {
      title: 'Se rayó el disco',
      lead: 'Algo falló de nuestro lado. Si vuelve a pasar, pasale este número a quien administra el sitio:',
    },
    home: 'Ir al inicio',
  },
};

export type Texts = typeof es;

const en: Texts = {
  date: (at: number) => dates.en.format(at),
  number: (count: bigint) => numbers.en.format(count),
  artistCount: counted('en', 'artist', 'artists'),
  albumCount: counted('en', 'album', 'albums'),
  decade: (decade: number) => `The ${decade}s`,
  listen: 'Listen',
  cite: 'Cite this page',
  nav: {
    label: 'Site',
    artists: 'Artists',
    albums: 'Albums',
    bands: 'Bands',
    changes: 'Changes',
    api: 'API',
    otherLanguage: 'Español',
    problems: 'API errors',
  },
  footer: {
    about: 'Rockola keeps Argentine rock, album by album.',
    feed: 'News (RSS)',
    statistics: 'Statistics',
    dumps: 'Downloads',
    contact: 'Contact',
    licence: 'Licence',
  },
  search: {
    label: 'Search artists and albums',
    placeholder: 'serugiran, artaud…',
    button: 'Search',
    title: 'Search',
    titleOf: (query: string) => `“${query}”`,
    kinds: 'What to show',
    everything: 'All',
    found: (count: number) => (count === 1 ? 'One result' : `${count} results`),
    nothing: 'No matches',
    hint: ['Try another spelling, fewer words, or ', 'browse the whole list', '.'],
    empty: 'Type the name of an artist, a band or an album. It does not have to be spelled right.',
    unsearchable: 'Type at least one letter or digit, and no more than 12 words.',
    suggestions: 'Suggestions',
    all: 'All results for “*”',
    albumBy: 'Album by',
    members: { alias: 'Other name', band: 'Band', description: 'Description', album: 'Album', year: 'Year', track: 'Track' },
  },
  front: {
    title: 'Argentine rock, album by album',
    totals: (artists: string, albums: string) => `${artists} and ${albums}`,
    free: ', free to browse, fix and reuse.',
    decades: 'By decade',
    wall: 'On the jukebox today',
    another: 'Play another!',
    recent: 'Recent changes',
    all: 'See all',
    empty: 'The catalogue is empty. Anyone can help fill it. Start with your favourite artist.',
  },
  artists: {
    ofDecade: (decade: number) => `Artists with albums from the ${decade}s`,
    ofBand: (band: string) => `${band} and its members`,
    letters: 'By letter',
    none: 'No artists here yet.',
    noneFit: 'No artist fits these filters.',
  },
  albums: {
    ofYear: (year: number) => `Albums from ${year}`,
    ofDecade: (decade: number) => `Albums from the ${decade}s`,
    years: 'By year',
    none: 'No albums here yet.',
    noneFit: 'No album fits these filters.',
  },
  unfiltered: 'Remove the filters',
  pager: {
    label: 'Pages',
    previous: 'Previous',
    next: 'Next',
    range: (from: bigint, to: bigint, total: bigint) =>
      `${from}–${to} of ${total === 10_000n ? '10,000 or more' : numbers.en.format(total)}`,
  },
  bandCount: counted('en', 'band', 'bands'),
  artist: {
    albums: 'Albums',
    alsoOn: 'Also on',
    noAlbums: 'No albums yet.',
    band: 'Band',
    mates: (band: string) => `Also in ${band}`,
    members: 'Members',
    memberCount: counted('en', 'member', 'members'),
    bands: 'Played in',
    columns: { members: 'Name', bands: 'Band', years: 'Years' },
    more: (count: bigint) => `and ${numbers.en.format(count)} more`,
    alsoKnownAs: 'Also known as',
    ...periodTexts.en,
    roles: rolesInEnglish,
    albumsOf: (count: bigint, from: number, to: number) =>
      `${counted('en', 'album', 'albums')(count)}, ${from === to ? from : `${from}–${to}`}`,
    history: 'History',
    feed: 'Updates (RSS)',
    changed: (when: string) => `Last changed on ${when}`,
    version: (version: bigint) => `version ${version}`,
    noDescription: 'Nobody has written about this artist yet.',
    showPictures: 'Show images hosted elsewhere',
  },
  family: {
    title: (name: string) => `Family tree of ${name}`,
    link: 'Family tree',
    lead: 'Who played together, and who else they played with.',
    colours: 'The colour shows the decade in which they began.',
    lists: { members: 'Members and their other bands', bands: 'Bands and who played in them' },
    none: 'Nobody has said yet who they played with.',
  },
  album: {
    by: 'Album by',
    released: (when: string) => `Released: ${when}`,
    label: 'Label:',
    others: (artist: string) => `More albums by ${artist}`,
    credits: 'Credits',
    tracks: 'Tracks',
    featuring: 'featuring',
    columns: { name: 'Name', role: 'Role', number: 'No.', title: 'Title', length: 'Length', album: 'Album', year: 'Year' },
  },
  history: {
    title: (name: string) => `History of ${name}`,
    version: (version: bigint) => `Version ${version}`,
    actions: { create: 'Added', update: 'Changed', delete: 'Deleted', restore: 'Restored', redact: 'Redacted' },
    by: (account: bigint | null) => (account === null ? 'the site' : `account ${account}`),
    reverts: (version: bigint) => `back to version ${version}`,
    redacts: (version: bigint) => `in version ${version}`,
    redacted: (what: string, when: string) => `Redacted on ${when}: ${what}.`,
    said: { comment: 'comment', source: 'source' },
    hidden: { comment: 'The comment is hidden.', all: 'This change is hidden.' },
    past: (when: string, version: bigint) => `As it was in version ${version}, of ${when}. It may have changed since.`,
    source: 'Source',
    older: 'Older versions',
    empty: 'empty',
    removed: 'Removed',
    added: 'Added',
    back: (name: string) => `Back to ${name}`,
  },
  changes: {
    lead: 'Every change to the catalogue, newest first.',
    gone: 'no longer here',
    older: 'More changes',
    none: 'No changes.',
  },
  errors: {
    notFound: { title: 'Nothing plays here', lead: 'This page does not exist, or it is gone.' },
    gone: { title: 'Nothing plays here any more', lead: 'It was deleted from the catalogue.' },
    invalid: { title: 'Bad address', lead: 'Check that it is spelled correctly.' },
    tooMany: { title: 'One moment', lead: 'Too many requests came from your network. Wait a little and try again.' },
    unavailable: { title: 'Not available right now', lead: 'The catalogue is not responding. Try again in a few seconds.' },
    forbidden: 'Your account may not do this',
    other: { title: 'That did not work', lead: 'We could not do what you asked.' },
    internal: {
      title: 'The record is scratched',
      lead: 'Something failed on our side. If it happens again, give this number to whoever runs the site:',
    },
    home: 'Go to the home page',
  },
};

export const texts: Record<Language, Texts> = { es, en };

const zoned = new Map<string, Texts>();

/** @param zone the time zone of dates */
export function textsIn(language: Language, zone: string): Texts {
  const key = `${language} ${zone}`;
  const zonedTexts = zoned.get(key) ?? { ...texts[language], date: clockOf(language, zone).date };
  zoned.set(key, zonedTexts);
  return zonedTexts;
}

/** The text for a logged kind or action. One that only a newer program knows is shown as its code. */
export function wordFor(words: Record<string, string>, logged: string): string {
  return words[logged] ?? logged;
}
