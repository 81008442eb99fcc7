import type { z } from 'zod';
import type { albumSource, artistSource } from '../../../model/kinds.ts';
import type { Kind } from '../../../model/record.ts';
import { nouns } from '../nouns.ts';
import type { Language } from '../site.ts';
import { sourceTexts } from '../source.ts';
import type { KindPairs } from './label.ts';

/** The texts of the options of a choice. */
const optionsOf = (schema: z.ZodType, textOf: (option: string, language: Language) => string | undefined, more = {}) =>
  ({
    ...more,
    ...Object.fromEntries((schema as z.ZodEnum).options.map((option) => [option, [textOf(`${option}`, 'es'), textOf(`${option}`, 'en')]])),
  }) as never;

const nounOf = (kind: string, language: Language) => nouns[language][kind as Kind].name;
const memberOf = (pointer: string, language: Language) => (sourceTexts[language].members as Record<string, string>)[pointer];

type Texts = KindPairs<'artist_source'> | KindPairs<'album_source'>;

export const sourceFormTexts = ({ members }: Pick<typeof artistSource | typeof albumSource, 'members'>): Texts => ({
  labels: {
    about: { label: ['Sobre qué', 'About'], words: optionsOf(members.about.given, nounOf) },
    record: {
      label: ['Número', 'Number'],
      hint: [
        'El número de la dirección del integrante, del tema, etc. Sin número: el artista o el disco mismo.',
        'The number in the address of the member, track, etc. No number: the artist or the album itself.',
      ],
    },
    supports: {
      label: ['Dato', 'Fact'],
      words: optionsOf(members.supports.given, memberOf, { '': ['todo', 'all of it'] }),
    },
    value: {
      label: ['Otro valor', 'Other value'],
      hint: [
        'Lo que dice la fuente, si no coincide; por ejemplo, 1989. Vacío: la fuente confirma el dato.',
        'What the source says, if it differs; for example 1989. Empty: the source confirms the fact.',
      ],
    },
    rank: {
      label: ['Rango', 'Rank'],
      words: { '': ['normal', 'normal'], preferred: ['preferida', 'preferred'], disputed: ['en duda', 'disputed'] },
    },
    url: { label: ['Dirección', 'Address'], hint: ['https://…', 'https://…'] },
    text: {
      label: ['Qué es', 'What it is'],
      hint: ['Si no tiene dirección: un libro, una tapa.', 'If it has no address: a book, a sleeve.'],
    },
    accessed: { label: ['Consultada', 'Seen'], hint: ['Cuándo: 2026-11-24.', 'When: 2026-11-24.'] },
    quote: { label: ['Cita', 'Quote'], hint: ['Hasta 300 caracteres.', 'Up to 300 characters.'] },
  },
  link: ['fuentes', 'sources'],
  title: [(parent) => `Fuentes de ${parent}`, (parent) => `Sources of ${parent}`],
  rows: ['Agregar fuentes', 'Add sources'],
  row: [(number) => `Fuente ${number}`, (number) => `Source ${number}`],
  hint: [
    'Cada fuente necesita una dirección o una descripción. Si da otro año para el disco, elegí “disco” y “año”, y poné ese año en “Otro valor”: se va a mostrar también.',
    'Each source needs an address or a description. If it gives another year for the album, choose “album” and “year”, and put that year in “Other value”: it will be shown too.',
  ],
});
