import type { KindPairs } from './label.ts';

export const album: KindPairs<'album'> = {
  labels: {
    name: { label: ['Título', 'Title'] },
    year: { label: ['Año', 'Year'] },
    image: { label: ['Tapa', 'Cover'], hint: ['El enlace de una imagen: https://…', 'A link to an image: https://…'] },
  },
  link: ['discos', 'albums'],
  title: [(artist) => `Agregar discos de ${artist}`, (artist) => `Add albums by ${artist}`],
  rows: ['Discos', 'Albums'],
  row: [(number) => `Disco ${number}`, (number) => `Album ${number}`],
};
