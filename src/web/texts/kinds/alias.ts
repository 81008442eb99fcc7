import type { FieldsOf } from '../../../model/kinds.ts';
import type { ByLanguage, Labels, RowTexts } from './label.ts';

export const alias: ByLanguage<RowTexts & { labels: Labels<FieldsOf<'alias'>> }> = {
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
        label: 'Type',
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
