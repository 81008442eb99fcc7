import type { KindPairs } from './label.ts';

export const track: KindPairs<'track'> = {
  labels: {
    position: { label: ['Número', 'Number'] },
    title: { label: ['Título', 'Title'] },
    length: { label: ['Duración', 'Length'], hint: ['Minutos y segundos: 3:45', 'Minutes and seconds: 3:45'] },
    isrc: { label: ['ISRC', 'ISRC'] },
    featuring: { label: ['Con', 'With'], hint: ['Quién más toca en este tema.', 'Who else plays on it.'] },
  },
  link: ['temas', 'tracks'],
  title: [(album) => `Temas de ${album}`, (album) => `Tracks of ${album}`],
  rows: ['Agregar temas', 'Add tracks'],
  row: [(number) => `Tema ${number}`, (number) => `Track ${number}`],
  hint: [
    'Los números del lado B siguen a los del lado A. La duración va en minutos y segundos: 3:45.',
    'The numbers of side B follow those of side A. Lengths are minutes and seconds: 3:45.',
  ],
};
