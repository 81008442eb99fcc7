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
      hint: 'De qué integrante, tema u otro: el número que está en su dirección. Vacío: el artista o el disco mismo.',
    },
    supports: { label: 'Dato', all: 'todo' },
    value: { label: 'Otro valor', hint: 'Si la fuente dice otra cosa: 1989. Vacío: confirma lo que hay.' },
    rank: { label: 'Rango', words: { '': 'normal', preferred: 'preferida', disputed: 'en duda' } },
    url: { label: 'Dirección', hint: 'https://…' },
    text: { label: 'Qué es', hint: 'Si no tiene dirección: un libro, una tapa.' },
    accessed: { label: 'Consultada', hint: 'Cuándo: 2026-11-24.' },
    quote: { label: 'Cita', hint: 'Hasta 300 caracteres.' },
  },
  en: {
    about: 'About',
    record: { label: 'Number', hint: 'Of which member, track or other: the number in its address. Empty: the artist or the album itself.' },
    supports: { label: 'Fact', all: 'all of it' },
    value: { label: 'Other value', hint: 'If the source says something else: 1989. Empty: it confirms what is there.' },
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
    hint: 'Para que quede a la vista otro año, elegí “disco” y “año”, y poné el otro valor. Poné la dirección, o decí qué es.',
  },
  en: {
    link: 'sources',
    title: (parent) => `Sources of ${parent}`,
    rows: 'Add sources',
    row: (number) => `Source ${number}`,
    hint: 'To show another year too, choose “album” and “year”, and give the other value. Give the address, or say what it is.',
  },
};

export const sourcesOf = (type: SourceType) => ({
  es: { ...sourceWords.es, labels: sourceLabelsOf('es', type) },
  en: { ...sourceWords.en, labels: sourceLabelsOf('en', type) },
});
