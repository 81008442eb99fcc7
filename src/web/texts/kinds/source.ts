import type { z } from 'zod';
import type { albumSource, artistSource, FieldsOf } from '../../../model/kinds.ts';
import type { Kind } from '../../../model/record.ts';
import { nouns } from '../nouns.ts';
import type { Language } from '../site.ts';
import { sourceTexts } from '../source.ts';
import type { ByLanguage, Labels, RowTexts } from './label.ts';

const sourceLabels = {
  es: {
    about: 'Sobre qué',
    record: {
      label: 'Número',
      hint: 'El número de la dirección del integrante, del tema, etc. Sin número: el artista o el disco mismo.',
    },
    supports: { label: 'Dato', all: 'todo' },
    value: { label: 'Otro valor', hint: 'Lo que dice la fuente, si no coincide; por ejemplo, 1989. Vacío: la fuente confirma el dato.' },
    rank: { label: 'Rango', words: { '': 'normal', preferred: 'preferida', disputed: 'en duda' } },
    url: { label: 'Dirección', hint: 'https://…' },
    text: { label: 'Qué es', hint: 'Si no tiene dirección: un libro, una tapa.' },
    accessed: { label: 'Consultada', hint: 'Cuándo: 2026-11-24.' },
    quote: { label: 'Cita', hint: 'Hasta 300 caracteres.' },
  },
  en: {
    about: 'About',
    record: { label: 'Number', hint: 'The number in the address of the member, track, etc. No number: the artist or the album itself.' },
    supports: { label: 'Fact', all: 'all of it' },
    value: { label: 'Other value', hint: 'What the source says, if it differs; for example 1989. Empty: the source confirms the fact.' },
    rank: { label: 'Rank', words: { '': 'normal', preferred: 'preferred', disputed: 'disputed' } },
    url: { label: 'Address', hint: 'https://…' },
    text: { label: 'What it is', hint: 'If it has no address: a book, a sleeve.' },
    accessed: { label: 'Seen', hint: 'When: 2026-11-24.' },
    quote: { label: 'Quote', hint: 'Up to 300 characters.' },
  },
};

type SourceType = Pick<typeof artistSource | typeof albumSource, 'members'>;

/** The labels of a form of sources, with the words of the options of `about` and `supports`. */
function sourceLabelsOf(language: Language, { members }: SourceType) {
  const { about, supports, ...labels } = sourceLabels[language];
  const pointers: Record<string, string> = sourceTexts[language].members;
  const optionTexts = (schema: z.ZodType, textOf: (word: string) => string | undefined) =>
    Object.fromEntries((schema as z.ZodEnum).options.map((word) => [word, textOf(`${word}`)]));
  const kinds = optionTexts(members.about.given, (kind) => nouns[language][kind as Kind].name);
  return {
    ...labels,
    about: { label: about, words: kinds },
    supports: { label: supports.label, words: { '': supports.all, ...optionTexts(members.supports.given, (word) => pointers[word]) } },
  } as unknown as Labels<FieldsOf<'artist_source'> | FieldsOf<'album_source'>>;
}

const sourceWords: ByLanguage<RowTexts> = {
  es: {
    link: 'fuentes',
    title: (parent) => `Fuentes de ${parent}`,
    rows: 'Agregar fuentes',
    row: (number) => `Fuente ${number}`,
    hint: 'Cada fuente necesita una dirección o una descripción. Si da otro año para el disco, elegí “disco” y “año”, y poné ese año en “Otro valor”: se va a mostrar también.',
  },
  en: {
    link: 'sources',
    title: (parent) => `Sources of ${parent}`,
    rows: 'Add sources',
    row: (number) => `Source ${number}`,
    hint: 'Each source needs an address or a description. If it gives another year for the album, choose “album” and “year”, and put that year in “Other value”: it will be shown too.',
  },
};

export const sourceFormTexts = (type: SourceType) => ({
  es: { ...sourceWords.es, labels: sourceLabelsOf('es', type) },
  en: { ...sourceWords.en, labels: sourceLabelsOf('en', type) },
});
