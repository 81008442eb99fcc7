import type { FieldsOf } from '../../../model/kinds.ts';
import { schemeNamesOf } from '../schemes.ts';
import type { ByLanguage, Labels, RowTexts } from './label.ts';

/** `words` is a getter, because the operator's schemes are known only after the start. */
const schemesOf = (kind: keyof typeof schemeNamesOf, label: string) => ({
  label,
  get words() {
    return schemeNamesOf[kind]();
  },
});

export const artistIdentifier: ByLanguage<RowTexts & { labels: Labels<FieldsOf<'artist_identifier'>> }> = {
  es: {
    labels: {
      scheme: schemesOf('artist', 'Catálogo'),
      value: { label: 'Identificador', hint: 'O la dirección de su página en ese catálogo.' },
    },
    link: 'otros catálogos',
    title: (artist) => `Identificadores de ${artist} en otros catálogos`,
    rows: 'Agregar identificadores',
    row: (number) => `Identificador ${number}`,
    hint: 'Podés pegar la dirección de la página en el otro catálogo: entonces no hace falta elegir cuál es.',
  },
  en: {
    labels: {
      scheme: schemesOf('artist', 'Catalogue'),
      value: { label: 'Identifier', hint: 'Or the address of their page in that catalogue.' },
    },
    link: 'other catalogues',
    title: (artist) => `Identifiers of ${artist} in other catalogues`,
    rows: 'Add identifiers',
    row: (number) => `Identifier ${number}`,
    hint: 'You can paste the address of the page in the other catalogue: then you need not choose which one it is.',
  },
};

export const albumIdentifier: ByLanguage<RowTexts & { labels: Labels<FieldsOf<'album_identifier'>> }> = {
  es: {
    ...artistIdentifier.es,
    labels: {
      scheme: schemesOf('album', 'Catálogo'),
      value: { label: 'Identificador', hint: 'O la dirección de su página en ese catálogo. Un EAN son las cifras del código de barras.' },
    },
    hint: 'Podés pegar la dirección de la página del disco en el otro catálogo. Un EAN son las cifras del código de barras.',
  },
  en: {
    ...artistIdentifier.en,
    labels: {
      scheme: schemesOf('album', 'Catalogue'),
      value: { label: 'Identifier', hint: 'Or the address of its page in that catalogue. An EAN is the digits of the barcode.' },
    },
    hint: 'You can paste the address of the page of the album in the other catalogue. An EAN is the digits of the barcode.',
  },
};
