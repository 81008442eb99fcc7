import type { FieldsOf } from '../../../model/kinds.ts';
import type { ByLanguage, Labels, RowTexts } from './label.ts';

export const album: ByLanguage<RowTexts & { labels: Labels<FieldsOf<'album'>> }> = {
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
