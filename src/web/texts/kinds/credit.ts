import { creditRoles } from '../creditRoles.ts';
import type { KindPairs } from './label.ts';

export const credit: KindPairs<'credit'> = {
  labels: {
    credited: { label: ['Nombre', 'Name'], hint: ['Como figura en el disco.', 'As it appears on the album.'] },
    artist: {
      label: ['Artista del catálogo', 'Artist in the catalogue'],
      hint: [
        'Su nombre, o la dirección de su página. Vacío: no está en el catálogo.',
        'Their name, or the address of their page. Empty: not in the catalogue.',
      ],
    },
    role: { label: ['Participación', 'Role'], words: [creditRoles.es, creditRoles.en] },
  },
  link: ['participaciones', 'credits'],
  title: [(album) => `Quiénes participan en ${album}`, (album) => `Credits of ${album}`],
  rows: ['Agregar participaciones', 'Add credits'],
  row: [(number) => `Participación ${number}`, (number) => `Credit ${number}`],
  hint: [
    'Quien firma el disco ya figura. Si el catálogo tiene un artista con el mismo nombre, queda enlazado.',
    'The artist of the album is already there. If the catalogue has an artist of the same name, it is linked.',
  ],
};
