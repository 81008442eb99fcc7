import type { z } from 'zod';
import type { AlbumFields } from '../../model/album.ts';
import type { AlbumDetailsFields } from '../../model/albumDetails.ts';
import type { AliasFields } from '../../model/alias.ts';
import type { ArtistFields } from '../../model/artist.ts';
import type { ArtistDetailsFields } from '../../model/artistDetails.ts';
import type { CreditFields } from '../../model/credit.ts';
import type { AlbumIdentifierFields, ArtistIdentifierFields } from '../../model/identifier.ts';
import type { MembershipFields } from '../../model/membership.ts';
import { type AlbumSourceFields, type ArtistSourceFields, albumSource, artistSource } from '../../model/source.ts';
import type { TrackFields } from '../../model/track.ts';
import type { FormKind, RowKind } from '../paths.ts';
import { creditRoles } from './creditRoles.ts';
import { detailsTexts } from './details.ts';
import { rolesInEnglish, rolesInSpanish } from './roles.ts';
import { schemeNamesOf } from './schemes.ts';
import type { Language } from './site.ts';
import { sourceTexts } from './source.ts';

/** `words`: of a closed list, in the order of the form. */
export type Label = { label: string; hint?: string; words?: Record<string, string> };

type Worded<W extends string> = Label & { words: Record<W, string> };
type WordsFor<V> = V extends readonly (infer W extends string)[] ? Worded<W> : [V] extends [string] ? Worded<V> : Label;
type LabelFor<V> = string extends V ? Label : WordsFor<Exclude<V, null>>;

/** A member without a label does not compile, nor a word of a closed list. */
type Labels<F> = { [N in keyof F & string]: LabelFor<F[N]> };

/** `link`: to the form of a kind, or to the page with its records and rows for more; `title`: of that page, for a record. */
type OwnTexts = { link: string; title(of: string): string };
/** `rows`: above the rows; `row`: for each of them. */
type RowTexts = OwnTexts & { rows: string; row(number: number): string; hint?: string };

type Both<T> = Record<Language, T>;

const artist: Both<{ labels: Labels<ArtistFields> }> = {
  es: {
    labels: {
      name: { label: 'Nombre' },
      band: { label: 'Banda', hint: 'La banda por la que se conoce al artista.' },
      description: { label: 'Descripción', hint: 'Markdown: párrafos, *énfasis*, listas, enlaces. Hasta 20.000 caracteres.' },
      image: { label: 'Foto', hint: 'El enlace de una foto: https://…' },
    },
  },
  en: {
    labels: {
      name: { label: 'Name' },
      band: { label: 'Band', hint: 'The band they are known for.' },
      description: { label: 'Description', hint: 'Markdown: paragraphs, *emphasis*, lists, links. Up to 20,000 characters.' },
      image: { label: 'Picture', hint: 'A link to a photo: https://…' },
    },
  },
};

const album: Both<RowTexts & { labels: Labels<AlbumFields> }> = {
  es: {
    labels: {
      name: { label: 'Título' },
      year: { label: 'Año' },
      image: { label: 'Tapa', hint: 'El enlace de una imagen: https://…' },
    },
    link: 'discos',
    title: (artist) => `Agregar discos de ${artist}`,
    rows: 'Discos',
    row: (number) => `Disco ${number}`,
  },
  en: {
    labels: {
      name: { label: 'Title' },
      year: { label: 'Year' },
      image: { label: 'Cover', hint: 'A link to an image: https://…' },
    },
    link: 'albums',
    title: (artist) => `Add albums by ${artist}`,
    rows: 'Albums',
    row: (number) => `Album ${number}`,
  },
};

const membership: Both<RowTexts & { labels: Labels<MembershipFields> }> = {
  es: {
    labels: {
      credited: { label: 'Nombre', hint: 'Como figura en los discos.' },
      person: { label: 'Artista del catálogo', hint: 'Su nombre, o la dirección de su página. Vacío: nadie.' },
      from: { label: 'Desde', hint: '1978, 1978-05; con ~ si es aproximado, con ? si es dudoso.' },
      to: { label: 'Hasta' },
      ended: { label: '¿Ya no está?' },
      roles: { label: 'Qué hizo', words: rolesInSpanish },
      note: { label: 'Nota' },
    },
    link: 'integrantes',
    title: (group) => `Integrantes de ${group}`,
    rows: 'Agregar integrantes',
    row: (number) => `Integrante ${number}`,
    hint: 'Si el catálogo tiene un artista con el mismo nombre, queda enlazado. Para quien estuvo en dos épocas, usá dos filas. Fechas: 1978 o 1978-05, con ~ si es aproximada, con ? si es dudosa.',
  },
  en: {
    labels: {
      credited: { label: 'Name', hint: 'As the albums have it.' },
      person: { label: 'Artist in the catalogue', hint: 'Their name, or the address of their page. Empty: nobody.' },
      from: { label: 'From', hint: '1978, 1978-05; with ~ if approximate, with ? if uncertain.' },
      to: { label: 'To' },
      ended: { label: 'Have they left?' },
      roles: { label: 'What they did', words: rolesInEnglish },
      note: { label: 'Note' },
    },
    link: 'members',
    title: (group) => `Members of ${group}`,
    rows: 'Add members',
    row: (number) => `Member ${number}`,
    hint: 'If the catalogue has an artist of the same name, it is linked. For someone who was in it twice, use two rows. Dates: 1978 or 1978-05, with ~ if approximate, with ? if uncertain.',
  },
};

const alias: Both<RowTexts & { labels: Labels<AliasFields> }> = {
  es: {
    labels: {
      name: { label: 'Nombre' },
      kind: {
        label: 'Tipo',
        words: {
          nickname: 'apodo',
          'legal name': 'nombre legal',
          'former name': 'nombre anterior',
          'short form': 'forma corta',
          'search hint': 'solo para el buscador',
        },
      },
      language: { label: 'Idioma', hint: 'Su código: es, en…' },
    },
    link: 'otros nombres',
    title: (artist) => `Otros nombres de ${artist}`,
    rows: 'Agregar nombres',
    row: (number) => `Nombre ${number}`,
    hint: 'El idioma, por su código: es, en…',
  },
  en: {
    labels: {
      name: { label: 'Name' },
      kind: {
        label: 'Sort',
        words: {
          nickname: 'nickname',
          'legal name': 'legal name',
          'former name': 'former name',
          'short form': 'short form',
          'search hint': 'only for the search',
        },
      },
      language: { label: 'Language', hint: 'Its code: es, en…' },
    },
    link: 'other names',
    title: (artist) => `Other names of ${artist}`,
    rows: 'Add names',
    row: (number) => `Name ${number}`,
    hint: 'The language by its code: es, en…',
  },
};

const artistDetails: Both<OwnTexts & { labels: Labels<ArtistDetailsFields> }> = {
  es: {
    labels: {
      type: { label: 'Persona o grupo', words: detailsTexts.es.types },
      from: { label: 'Desde', hint: 'Cuándo empezó: 1978, 1978-05; con ~ si es aproximado, con ? si es dudoso.' },
      to: { label: 'Hasta', hint: 'Cuándo terminó, o murió.' },
      ended: { label: '¿Terminó?' },
      place: { label: 'Ciudad' },
      genres: { label: 'Géneros', hint: 'Hasta cinco.', words: detailsTexts.es.genres },
    },
    link: 'datos',
    title: (artist) => `datos de ${artist}`,
  },
  en: {
    labels: {
      type: { label: 'Person or group', words: detailsTexts.en.types },
      from: { label: 'From', hint: 'When it began: 1978, 1978-05; with ~ if approximate, with ? if uncertain.' },
      to: { label: 'To', hint: 'When it ended, or they died.' },
      ended: { label: 'Has it ended?' },
      place: { label: 'City' },
      genres: { label: 'Genres', hint: 'Up to five.', words: detailsTexts.en.genres },
    },
    link: 'details',
    title: (artist) => `details of ${artist}`,
  },
};

const albumDetails: Both<OwnTexts & { labels: Labels<AlbumDetailsFields> }> = {
  es: {
    labels: {
      kind: { label: 'Tipo', words: detailsTexts.es.kinds },
      released: { label: 'Salió', hint: '1978, 1978-11, 1978-11-30; con ~ si es aproximado, con ? si es dudoso.' },
      label: { label: 'Sello' },
    },
    link: 'datos',
    title: (album) => `datos de ${album}`,
  },
  en: {
    labels: {
      kind: { label: 'Sort', words: detailsTexts.en.kinds },
      released: { label: 'Released', hint: '1978, 1978-11, 1978-11-30; with ~ if approximate, with ? if uncertain.' },
      label: { label: 'Label' },
    },
    link: 'details',
    title: (album) => `details of ${album}`,
  },
};

const credit: Both<RowTexts & { labels: Labels<CreditFields> }> = {
  es: {
    labels: {
      credited: { label: 'Nombre', hint: 'Como figura en el disco.' },
      artist: { label: 'Artista del catálogo', hint: 'Su nombre, o la dirección de su página. Vacío: nadie.' },
      role: { label: 'Participación', words: creditRoles.es },
    },
    link: 'participaciones',
    title: (album) => `Quiénes participan en ${album}`,
    rows: 'Agregar participaciones',
    row: (number) => `Participación ${number}`,
    hint: 'Quien firma el disco ya figura. Si el catálogo tiene un artista con el mismo nombre, queda enlazado.',
  },
  en: {
    labels: {
      credited: { label: 'Name', hint: 'As the album has it.' },
      artist: { label: 'Artist in the catalogue', hint: 'Their name, or the address of their page. Empty: nobody.' },
      role: { label: 'Part', words: creditRoles.en },
    },
    link: 'credits',
    title: (album) => `Credits of ${album}`,
    rows: 'Add credits',
    row: (number) => `Credit ${number}`,
    hint: 'The artist of the album is there already. If the catalogue has an artist of the same name, it is linked.',
  },
};

const track: Both<RowTexts & { labels: Labels<TrackFields> }> = {
  es: {
    labels: {
      position: { label: 'Número' },
      title: { label: 'Título' },
      length: { label: 'Duración', hint: 'Minutos y segundos: 3:45' },
      isrc: { label: 'ISRC' },
      featuring: { label: 'Con', hint: 'Quién más toca en este tema.' },
    },
    link: 'temas',
    title: (album) => `Temas de ${album}`,
    rows: 'Agregar temas',
    row: (number) => `Tema ${number}`,
    hint: 'El número sigue de un lado al otro del disco. La duración, en minutos y segundos: 3:45.',
  },
  en: {
    labels: {
      position: { label: 'Number' },
      title: { label: 'Title' },
      length: { label: 'Length', hint: 'Minutes and seconds: 3:45' },
      isrc: { label: 'ISRC' },
      featuring: { label: 'With', hint: 'Who else plays on it.' },
    },
    link: 'tracks',
    title: (album) => `Tracks of ${album}`,
    rows: 'Add tracks',
    row: (number) => `Track ${number}`,
    hint: 'Numbers go on from one side to the next. Lengths are minutes and seconds: 3:45.',
  },
};

const artistIdentifier: Both<RowTexts & { labels: Labels<ArtistIdentifierFields> }> = {
  es: {
    labels: {
      scheme: {
        label: 'Catálogo',
        get words() {
          return schemeNamesOf.artist();
        },
      },
      value: { label: 'Identificador', hint: 'O la dirección de su página en ese catálogo.' },
    },
    link: 'identificadores en otros catálogos',
    title: (artist) => `Identificadores de ${artist} en otros catálogos`,
    rows: 'Agregar identificadores',
    row: (number) => `Identificador ${number}`,
    hint: 'Podés pegar la dirección de la página en el otro catálogo: entonces no hace falta elegir cuál es.',
  },
  en: {
    labels: {
      scheme: {
        label: 'Catalogue',
        get words() {
          return schemeNamesOf.artist();
        },
      },
      value: { label: 'Identifier', hint: 'Or the address of their page in that catalogue.' },
    },
    link: 'identifiers in other catalogues',
    title: (artist) => `Identifiers of ${artist} in other catalogues`,
    rows: 'Add identifiers',
    row: (number) => `Identifier ${number}`,
    hint: 'You can paste the address of the page in the other catalogue: then you need not choose which one it is.',
  },
};

const albumIdentifier: Both<RowTexts & { labels: Labels<AlbumIdentifierFields> }> = {
  es: {
    ...artistIdentifier.es,
    labels: {
      scheme: {
        label: 'Catálogo',
        get words() {
          return schemeNamesOf.album();
        },
      },
      value: { label: 'Identificador', hint: 'O la dirección de su página en ese catálogo. Un EAN son las cifras del código de barras.' },
    },
    hint: 'Podés pegar la dirección de la página del disco en el otro catálogo. Un EAN son las cifras del código de barras.',
  },
  en: {
    ...artistIdentifier.en,
    labels: {
      scheme: {
        label: 'Catalogue',
        get words() {
          return schemeNamesOf.album();
        },
      },
      value: { label: 'Identifier', hint: 'Or the address of its page in that catalogue. An EAN is the digits of the barcode.' },
    },
    hint: 'You can paste the address of the page of the album in the other catalogue. An EAN is the digits of the barcode.',
  },
};

const sourceLabels = {
  es: {
    about: 'Sobre qué',
    record: {
      label: 'Número',
      hint: 'De qué integrante, tema u otro: el número que está en su dirección. Vacío: el artista o el disco mismo.',
    },
    supports: { label: 'Dato', all: 'todo' },
    value: { label: 'Otro valor', hint: 'Si la fuente dice otra cosa: 1989. Vacío: confirma lo que hay.' },
    rank: { label: 'Peso', words: { '': 'ninguno en especial', preferred: 'preferida', disputed: 'en duda' } },
    url: { label: 'Dirección', hint: 'https://…' },
    text: { label: 'Qué es', hint: 'Si no tiene dirección: un libro, una tapa.' },
    accessed: { label: 'Vista', hint: 'Cuándo: 2026-11-24.' },
    quote: { label: 'Cita', hint: 'Hasta 300 caracteres.' },
  },
  en: {
    about: 'About',
    record: { label: 'Number', hint: 'Of which member, track or other: the number in its address. Empty: the artist or the album itself.' },
    supports: { label: 'Fact', all: 'all of it' },
    value: { label: 'Other value', hint: 'Where the source says another: 1989. Empty: it confirms what there is.' },
    rank: { label: 'Weight', words: { '': 'none in particular', preferred: 'preferred', disputed: 'disputed' } },
    url: { label: 'Address', hint: 'https://…' },
    text: { label: 'What it is', hint: 'If it has no address: a book, a sleeve.' },
    accessed: { label: 'Seen', hint: 'When: 2026-11-24.' },
    quote: { label: 'Quote', hint: 'Up to 300 characters.' },
  },
};

type SourceFields = ArtistSourceFields | AlbumSourceFields;

/** Labels of the forms of sources, with words for their subjects. */
function sourceLabelsOf<F extends SourceFields>(
  language: Language,
  { members }: Pick<typeof artistSource | typeof albumSource, 'members'>,
) {
  const { about, supports, ...labels } = sourceLabels[language];
  const { kinds, members: named } = sourceTexts[language];
  const worded = (schema: z.ZodType, words: Record<string, string>) =>
    Object.fromEntries((schema as z.ZodEnum).options.map((word) => [word, words[word]]));
  return {
    ...labels,
    about: { label: about, words: worded(members.about.given, kinds) },
    supports: { label: supports.label, words: { '': supports.all, ...worded(members.supports.given, named) } },
  } as unknown as Labels<F>;
}

const sourceWords: Both<RowTexts> = {
  es: {
    link: 'fuentes',
    title: (of) => `Fuentes de ${of}`,
    rows: 'Agregar fuentes',
    row: (number) => `Fuente ${number}`,
    hint: 'Para que quede a la vista otro año, elegí «disco» y «año», y poné el otro valor. Hace falta la dirección o qué es.',
  },
  en: {
    link: 'sources',
    title: (of) => `Sources of ${of}`,
    rows: 'Add sources',
    row: (number) => `Source ${number}`,
    hint: 'To show another year too, choose “album” and “year”, and give the other value. An address or what it is must be given.',
  },
};

const sourcesOf = (type: typeof artistSource | typeof albumSource) => ({
  es: { ...sourceWords.es, labels: sourceLabelsOf('es', type) },
  en: { ...sourceWords.en, labels: sourceLabelsOf('en', type) },
});

const kinds = {
  ...{ artist, album, membership, alias, credit, track },
  ...{ artist_details: artistDetails, album_details: albumDetails },
  ...{ artist_identifier: artistIdentifier, album_identifier: albumIdentifier },
  ...{ artist_source: sourcesOf(artistSource), album_source: sourcesOf(albumSource) },
};

export type KindTexts = Record<FormKind, { labels: Record<string, Label> }> &
  Record<Exclude<FormKind, 'artist'>, OwnTexts> &
  Record<RowKind, RowTexts>;

const textsIn = (language: Language) =>
  Object.fromEntries(Object.entries(kinds).map(([kind, both]) => [kind, both[language]])) as unknown as KindTexts;

export const kindTexts: Record<Language, KindTexts> = { es: textsIn('es'), en: textsIn('en') };
