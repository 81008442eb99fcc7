import type { FieldsOf } from '../../../model/kinds.ts';
import type { ByLanguage, Labels, RowTexts } from './label.ts';

export const track: ByLanguage<RowTexts & { labels: Labels<FieldsOf<'track'>> }> = {
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
    hint: 'Los números del lado B siguen a los del lado A. La duración va en minutos y segundos: 3:45.',
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
    hint: 'The numbers of side B follow those of side A. Lengths are minutes and seconds: 3:45.',
  },
};
