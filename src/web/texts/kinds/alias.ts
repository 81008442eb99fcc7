import type { KindPairs } from './label.ts';

export const alias: KindPairs<'alias'> = {
  labels: {
    name: { label: ['Nombre', 'Name'] },
    kind: {
      label: ['Tipo', 'Type'],
      words: {
        nickname: ['apodo', 'nickname'],
        'legal name': ['nombre legal', 'legal name'],
        'former name': ['nombre anterior', 'former name'],
        'short form': ['forma corta', 'short form'],
        'search hint': ['solo para el buscador', 'only for the search'],
      },
    },
    language: { label: ['Idioma', 'Language'], hint: ['Su código: es, en…', 'Its code: es, en…'] },
  },
  link: ['otros nombres', 'other names'],
  title: [(artist) => `Otros nombres de ${artist}`, (artist) => `Other names of ${artist}`],
  rows: ['Agregar nombres', 'Add names'],
  row: [(number) => `Nombre ${number}`, (number) => `Name ${number}`],
  hint: ['El idioma, por su código: es, en…', 'The language by its code: es, en…'],
};
