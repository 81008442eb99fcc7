import type { FieldsOf } from '../../../model/kinds.ts';
import { creditRoles } from '../creditRoles.ts';
import type { ByLanguage, Labels, RowTexts } from './label.ts';

export const credit: ByLanguage<RowTexts & { labels: Labels<FieldsOf<'credit'>> }> = {
  es: {
    labels: {
      credited: { label: 'Nombre', hint: 'Como figura en el disco.' },
      artist: { label: 'Artista del catálogo', hint: 'Su nombre, o la dirección de su página. Vacío: no está en el catálogo.' },
      role: { label: 'Participación', words: creditRoles.es },
    },
    link: 'participaciones',
    title: (album) => `Quiénes participan en ${album}`,
    rows: 'Agregar participaciones',
    row: (number) => `Participación ${number}`,
    hint: 'Quien firma el disco ya figura. Si el catálogo tiene un artista con el mismo nombre, queda enlazado.',
  },
  en: {
    labels: {
      credited: { label: 'Name', hint: 'As it appears on the album.' },
      artist: { label: 'Artist in the catalogue', hint: 'Their name, or the address of their page. Empty: not in the catalogue.' },
      role: { label: 'Role', words: creditRoles.en },
    },
    link: 'credits',
    title: (album) => `Credits of ${album}`,
    rows: 'Add credits',
    row: (number) => `Credit ${number}`,
    hint: 'The artist of the album is already there. If the catalogue has an artist of the same name, it is linked.',
  },
};
