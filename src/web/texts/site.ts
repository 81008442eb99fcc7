import type { MailLanguage } from '../../model/mail.ts';
import type { Action } from '../../model/revision.ts';
import type { Field } from '../../model/search/candidate.ts';
import { clockOf } from '../time.ts';
import { inLanguages, type Pairs } from './inLanguages.ts';
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

export const texts = inLanguages({
  date: [(at: number) => dates.es.format(at), (at: number) => dates.en.format(at)],
  number: [(count: bigint) => numbers.es.format(count), (count: bigint) => numbers.en.format(count)],
  artistCount: [counted('es', 'artista', 'artistas'), counted('en', 'artist', 'artists')],
  albumCount: [counted('es', 'disco', 'discos'), counted('en', 'album', 'albums')],
  decade: [(decade: number) => `Los ${shortDecade(decade)}`, (decade: number) => `The ${decade}s`],
  listen: ['Escuchar', 'Listen'],
  cite: ['Para citar esta página', 'Cite this page'],
  nav: {
    label: ['Sitio', 'Site'],
    artists: ['Artistas', 'Artists'],
    albums: ['Discos', 'Albums'],
    bands: ['Bandas', 'Bands'],
    changes: ['Cambios', 'Changes'],
    api: ['API', 'API'],
    otherLanguage: ['English', 'Español'],
    problems: ['Errores de la API', 'API errors'],
  },
  footer: {
    about: ['Rockola guarda el rock argentino, disco por disco.', 'Rockola keeps Argentine rock, album by album.'],
    feed: ['Novedades (RSS)', 'News (RSS)'],
    statistics: ['Estadísticas', 'Statistics'],
    dumps: ['Descargas', 'Downloads'],
    contact: ['Contacto', 'Contact'],
    licence: ['Licencia', 'Licence'],
  },
  search: {
    label: ['Buscar artistas y discos', 'Search artists and albums'],
    placeholder: ['serugiran, artaud…', 'serugiran, artaud…'],
    button: ['Buscar', 'Search'],
    title: ['Buscar', 'Search'],
    titleOf: [(query: string) => `“${query}”`, (query: string) => `“${query}”`],
    kinds: ['Qué mostrar', 'What to show'],
    everything: ['Todo', 'All'],
    found: [
      (count: number) => (count === 1 ? 'Un resultado' : `${count} resultados`),
      (count: number) => (count === 1 ? 'One result' : `${count} results`),
    ],
    nothing: ['No encontramos nada', 'No matches'],
    hint: [
      ['Probá con otra forma de escribirlo, con menos palabras, o mirá ', 'la lista completa', '.'],
      ['Try another spelling, fewer words, or ', 'browse the whole list', '.'],
    ],
    empty: [
      'Escribí el nombre de un artista, una banda o un disco. No importa si lo escribís con errores.',
      'Type the name of an artist, a band or an album. It does not have to be spelled right.',
    ],
    unsearchable: [
      'Escribí al menos una letra o un número, y no más de 12 palabras.',
      'Type at least one letter or digit, and no more than 12 words.',
    ],
    suggestions: ['Sugerencias', 'Suggestions'],
    /** `*`: the typed text. */
    all: ['Todos los resultados de “*”', 'All results for “*”'],
    albumBy: ['Disco de', 'Album by'],
    members: {
      alias: ['Otro nombre', 'Other name'],
      band: ['Banda', 'Band'],
      description: ['Descripción', 'Description'],
      album: ['Disco', 'Album'],
      year: ['Año', 'Year'],
      track: ['Tema', 'Track'],
    } satisfies Pairs<Record<OtherMember, string>>,
  },
  front: {
    title: ['El rock argentino, disco por disco', 'Argentine rock, album by album'],
    totals: [
      (artists: string, albums: string) => `${artists} y ${albums}`,
      (artists: string, albums: string) => `${artists} and ${albums}`,
    ],
    free: ['. Cualquiera puede consultarlos, corregirlos y usarlos.', ', free to browse, fix and reuse.'],
    decades: ['Por década', 'By decade'],
    wall: ['Hoy en la rockola', 'On the jukebox today'],
    another: ['¡Poné otra!', 'Play another!'],
    recent: ['Últimos cambios', 'Recent changes'],
    all: ['Ver todos', 'See all'],
    empty: [
      'El catálogo está vacío, y entre todos lo vamos a llenar. Empezá por el artista que más te guste.',
      'The catalogue is empty. Anyone can help fill it. Start with your favourite artist.',
    ],
  },
  artists: {
    ofDecade: [
      (decade: number) => `Artistas con discos de los ${shortDecade(decade)}`,
      (decade: number) => `Artists with albums from the ${decade}s`,
    ],
    ofBand: [(band: string) => `${band} y sus integrantes`, (band: string) => `${band} and its members`],
    letters: ['Por letra', 'By letter'],
    none: ['Todavía no hay artistas acá.', 'No artists here yet.'],
    noneFit: ['Ningún artista cumple con estos filtros.', 'No artist fits these filters.'],
  },
  albums: {
    ofYear: [(year: number) => `Discos de ${year}`, (year: number) => `Albums from ${year}`],
    ofDecade: [(decade: number) => `Discos de los ${shortDecade(decade)}`, (decade: number) => `Albums from the ${decade}s`],
    years: ['Por año', 'By year'],
    none: ['Todavía no hay discos acá.', 'No albums here yet.'],
    noneFit: ['Ningún disco cumple con estos filtros.', 'No album fits these filters.'],
  },
  unfiltered: ['Quitar los filtros', 'Remove the filters'],
  pager: {
    label: ['Páginas', 'Pages'],
    previous: ['Anterior', 'Previous'],
    next: ['Siguiente', 'Next'],
    range: [
      (from: bigint, to: bigint, total: bigint) => `${from}–${to} de ${total === 10_000n ? '10.000 o más' : numbers.es.format(total)}`,
      (from: bigint, to: bigint, total: bigint) => `${from}–${to} of ${total === 10_000n ? '10,000 or more' : numbers.en.format(total)}`,
    ],
  },
  bandCount: [counted('es', 'banda', 'bandas'), counted('en', 'band', 'bands')],
  artist: {
    albums: ['Discos', 'Albums'],
    alsoOn: ['También en', 'Also on'],
    noAlbums: ['Todavía no hay discos.', 'No albums yet.'],
    band: ['Banda', 'Band'],
    mates: [(band: string) => `También en ${band}`, (band: string) => `Also in ${band}`],
    members: ['Integrantes', 'Members'],
    memberCount: [counted('es', 'integrante', 'integrantes'), counted('en', 'member', 'members')],
    bands: ['Tocó en', 'Played in'],
    columns: { members: ['Nombre', 'Name'], bands: ['Banda', 'Band'], years: ['Años', 'Years'] },
    more: [(count: bigint) => `y ${numbers.es.format(count)} más`, (count: bigint) => `and ${numbers.en.format(count)} more`],
    alsoKnownAs: ['Otros nombres:', 'Also known as'],
    date: [periodTexts.es.date, periodTexts.en.date],
    period: [periodTexts.es.period, periodTexts.en.period],
    roles: [rolesInSpanish, rolesInEnglish],
    albumsOf: [
      (count: bigint, from: number, to: number) => `${counted('es', 'disco', 'discos')(count)}, ${from === to ? from : `${from}–${to}`}`,
      (count: bigint, from: number, to: number) => `${counted('en', 'album', 'albums')(count)}, ${from === to ? from : `${from}–${to}`}`,
    ],
    history: ['Historial', 'History'],
    feed: ['Sus novedades (RSS)', 'Updates (RSS)'],
    changed: [(when: string) => `Último cambio: ${when}`, (when: string) => `Last changed on ${when}`],
    version: [(version: bigint) => `versión ${version}`, (version: bigint) => `version ${version}`],
    noDescription: ['Nadie escribió todavía sobre este artista.', 'Nobody has written about this artist yet.'],
    showPictures: ['Mostrar fotos alojadas en otros sitios', 'Show images hosted elsewhere'],
  },
  family: {
    title: [(name: string) => `Árbol genealógico de ${name}`, (name: string) => `Family tree of ${name}`],
    link: ['Árbol genealógico', 'Family tree'],
    lead: ['Quiénes tocaron juntos, y con quién más.', 'Who played together, and who else they played with.'],
    colours: ['El color es el de la década en que empezaron.', 'The colour shows the decade in which they began.'],
    lists: {
      members: ['Integrantes y sus otras bandas', 'Members and their other bands'],
      bands: ['Sus bandas y quiénes tocaron en ellas', 'Bands and who played in them'],
    },
    none: ['Todavía no se sabe con quién tocó.', 'Nobody has said yet who they played with.'],
  },
  album: {
    by: ['Disco de', 'Album by'],
    released: [(when: string) => `Salió: ${when}`, (when: string) => `Released: ${when}`],
    label: ['Sello:', 'Label:'],
    others: [(artist: string) => `Más discos de ${artist}`, (artist: string) => `More albums by ${artist}`],
    credits: ['Quiénes participan', 'Credits'],
    tracks: ['Temas', 'Tracks'],
    featuring: ['con', 'featuring'],
    columns: {
      name: ['Nombre', 'Name'],
      role: ['Participación', 'Role'],
      number: ['N.º', 'No.'],
      title: ['Título', 'Title'],
      length: ['Duración', 'Length'],
      album: ['Disco', 'Album'],
      year: ['Año', 'Year'],
    },
  },
  history: {
    title: [(name: string) => `Historial de ${name}`, (name: string) => `History of ${name}`],
    version: [(version: bigint) => `Versión ${version}`, (version: bigint) => `Version ${version}`],
    actions: {
      create: ['Agregado', 'Added'],
      update: ['Cambiado', 'Changed'],
      delete: ['Borrado', 'Deleted'],
      restore: ['Restaurado', 'Restored'],
      redact: ['Suprimido', 'Redacted'],
    } satisfies Pairs<Record<Action, string>>,
    by: [
      (account: bigint | null) => (account === null ? 'el sitio' : `cuenta ${account}`),
      (account: bigint | null) => (account === null ? 'the site' : `account ${account}`),
    ],
    reverts: [(version: bigint) => `vuelve a la versión ${version}`, (version: bigint) => `back to version ${version}`],
    redacts: [(version: bigint) => `en la versión ${version}`, (version: bigint) => `in version ${version}`],
    redacted: [
      (what: string, when: string) => `Suprimido el ${when}: ${what}.`,
      (what: string, when: string) => `Redacted on ${when}: ${what}.`,
    ],
    said: { comment: ['comentario', 'comment'], source: ['fuente', 'source'] },
    hidden: {
      comment: ['El comentario está oculto.', 'The comment is hidden.'],
      all: ['Este cambio está oculto.', 'This change is hidden.'],
    },
    past: [
      (when: string, version: bigint) => `Así estaba en la versión ${version}, del ${when}. Puede haber cambiado después.`,
      (when: string, version: bigint) => `As it was in version ${version}, of ${when}. It may have changed since.`,
    ],
    source: ['Fuente', 'Source'],
    older: ['Versiones anteriores', 'Older versions'],
    empty: ['vacío', 'empty'],
    removed: ['Se quitó', 'Removed'],
    added: ['Se agregó', 'Added'],
    back: [(name: string) => `Volver a ${name}`, (name: string) => `Back to ${name}`],
  },
  changes: {
    lead: ['Todos los cambios del catálogo, los más nuevos primero.', 'Every change to the catalogue, newest first.'],
    gone: ['ya no está', 'no longer here'],
    older: ['Más cambios', 'More changes'],
    none: ['No hay cambios.', 'No changes.'],
  },
  errors: {
    notFound: {
      title: ['Acá no suena nada', 'Nothing plays here'],
      lead: ['Esta página no existe, o ya no está.', 'This page does not exist, or it is gone.'],
    },
    gone: {
      title: ['Acá ya no suena nada', 'Nothing plays here any more'],
      lead: ['Lo borraron del catálogo.', 'It was deleted from the catalogue.'],
    },
    invalid: {
      title: ['No entendimos la dirección', 'Bad address'],
      lead: ['Revisá que esté bien escrita.', 'Check that it is spelled correctly.'],
    },
    tooMany: {
      title: ['Un momento', 'One moment'],
      lead: [
        'Llegaron demasiados pedidos desde tu red. Esperá un poco y probá de nuevo.',
        'Too many requests came from your network. Wait a little and try again.',
      ],
    },
    unavailable: {
      title: ['Ahora no se puede', 'Not available right now'],
      lead: [
        'El catálogo no responde en este momento. Probá de nuevo en unos segundos.',
        'The catalogue is not responding. Try again in a few seconds.',
      ],
    },
    forbidden: ['Hasta acá llega tu cuenta', 'Your account may not do this'],
    other: { title: ['No se pudo', 'That did not work'], lead: ['No pudimos hacer lo que pediste.', 'We could not do what you asked.'] },
    internal: {
      title: ['Se rayó el disco', 'The record is scratched'],
      lead: [
        'Algo falló de nuestro lado. Si vuelve a pasar, pasale este número a quien administra el sitio:',
        'Something failed on our side. If it happens again, give this number to whoever runs the site:',
      ],
    },
    home: ['Ir al inicio', 'Go to the home page'],
  },
});

export type Texts = (typeof texts)['es'];

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
