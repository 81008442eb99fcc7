import type { FieldsOf } from '../../../model/kinds.ts';
import { rolesInEnglish, rolesInSpanish } from '../roles.ts';
import type { ByLanguage, Labels, RowTexts } from './label.ts';

export const membership: ByLanguage<RowTexts & { labels: Labels<FieldsOf<'membership'>> }> = {
  es: {
    labels: {
      credited: { label: 'Nombre', hint: 'Como figura en los discos.' },
      person: { label: 'Artista del catálogo', hint: 'Su nombre, o la dirección de su página. Vacío: no está en el catálogo.' },
      from: { label: 'Desde', hint: '1978, 1978-05; con ~ si es aproximado, con ? si es dudoso.' },
      to: { label: 'Hasta' },
      ended: { label: '¿Ya no está?' },
      roles: { label: 'Instrumentos', words: rolesInSpanish },
      note: { label: 'Nota' },
    },
    link: 'integrantes',
    title: (group) => `Integrantes de ${group}`,
    rows: 'Agregar integrantes',
    row: (number) => `Integrante ${number}`,
    hint: 'Si el catálogo tiene un artista con el mismo nombre, queda enlazado. Para quien estuvo en dos épocas, usá dos filas. Fechas: 1978 o 1978-05, con ~ si es aproximada, con ? si es dudosa.',
  },
  en: {
    labels: {
      credited: { label: 'Name', hint: 'As it appears on the albums.' },
      person: { label: 'Artist in the catalogue', hint: 'Their name, or the address of their page. Empty: not in the catalogue.' },
      from: { label: 'From', hint: '1978, 1978-05; with ~ if approximate, with ? if uncertain.' },
      to: { label: 'To' },
      ended: { label: 'Have they left?' },
      roles: { label: 'Instruments', words: rolesInEnglish },
      note: { label: 'Note' },
    },
    link: 'members',
    title: (group) => `Members of ${group}`,
    rows: 'Add members',
    row: (number) => `Member ${number}`,
    hint: 'If the catalogue has an artist of the same name, it is linked. For someone who was in it twice, use two rows. Dates: 1978 or 1978-05, with ~ if approximate, with ? if uncertain.',
  },
};
