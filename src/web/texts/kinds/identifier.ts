import { schemeNamesOf } from '../schemes.ts';
import type { KindPairs } from './label.ts';

/** `words` is a getter, because the operator's schemes are known only after the start. */
const schemesOf = (kind: keyof typeof schemeNamesOf, label: string) => ({
  label,
  get words() {
    return schemeNamesOf[kind]();
  },
});

export const artistIdentifier: KindPairs<'artist_identifier'> = {
  labels: {
    scheme: [schemesOf('artist', 'Catálogo'), schemesOf('artist', 'Catalogue')],
    value: {
      label: ['Identificador', 'Identifier'],
      hint: ['O la dirección de su página en ese catálogo.', 'Or the address of their page in that catalogue.'],
    },
  },
  link: ['otros catálogos', 'other catalogues'],
  title: [(artist) => `Identificadores de ${artist} en otros catálogos`, (artist) => `Identifiers of ${artist} in other catalogues`],
  rows: ['Agregar identificadores', 'Add identifiers'],
  row: [(number) => `Identificador ${number}`, (number) => `Identifier ${number}`],
  hint: [
    'Podés pegar la dirección de la página en el otro catálogo: entonces no hace falta elegir cuál es.',
    'You can paste the address of the page in the other catalogue: then you need not choose which one it is.',
  ],
};

export const albumIdentifier: KindPairs<'album_identifier'> = {
  ...artistIdentifier,
  labels: {
    scheme: [schemesOf('album', 'Catálogo'), schemesOf('album', 'Catalogue')],
    value: {
      label: ['Identificador', 'Identifier'],
      hint: [
        'O la dirección de su página en ese catálogo. Un EAN son las cifras del código de barras.',
        'Or the address of its page in that catalogue. An EAN is the digits of the barcode.',
      ],
    },
  },
  hint: [
    'Podés pegar la dirección de la página del disco en el otro catálogo. Un EAN son las cifras del código de barras.',
    'You can paste the address of the page of the album in the other catalogue. An EAN is the digits of the barcode.',
  ],
};
