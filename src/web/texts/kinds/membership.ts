import { rolesInEnglish, rolesInSpanish } from '../roles.ts';
import type { KindPairs } from './label.ts';

export const membership: KindPairs<'membership'> = {
  labels: {
    credited: { label: ['Nombre', 'Name'], hint: ['Como figura en los discos.', 'As it appears on the albums.'] },
    person: {
      label: ['Artista del catálogo', 'Artist in the catalogue'],
      hint: [
        'Su nombre, o la dirección de su página. Vacío: no está en el catálogo.',
        'Their name, or the address of their page. Empty: not in the catalogue.',
      ],
    },
    from: {
      label: ['Desde', 'From'],
      hint: ['1978, 1978-05; con ~ si es aproximado, con ? si es dudoso.', '1978, 1978-05; with ~ if approximate, with ? if uncertain.'],
    },
    to: { label: ['Hasta', 'To'] },
    ended: { label: ['¿Ya no está?', 'Have they left?'] },
    roles: { label: ['Instrumentos', 'Instruments'], words: [rolesInSpanish, rolesInEnglish] },
    note: { label: ['Nota', 'Note'] },
  },
  link: ['integrantes', 'members'],
  title: [(group) => `Integrantes de ${group}`, (group) => `Members of ${group}`],
  rows: ['Agregar integrantes', 'Add members'],
  row: [(number) => `Integrante ${number}`, (number) => `Member ${number}`],
  hint: [
    'Si el catálogo tiene un artista con el mismo nombre, queda enlazado. Para quien estuvo en dos épocas, usá dos filas. Fechas: 1978 o 1978-05, con ~ si es aproximada, con ? si es dudosa.',
    'If the catalogue has an artist of the same name, it is linked. For someone who was in it twice, use two rows. Dates: 1978 or 1978-05, with ~ if approximate, with ? if uncertain.',
  ],
};
