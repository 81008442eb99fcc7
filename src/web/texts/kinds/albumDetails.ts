import type { FieldsOf } from '../../../model/kinds.ts';
import { detailsTexts } from '../details.ts';
import type { ByLanguage, Labels, OwnTexts } from './label.ts';

export const albumDetails: ByLanguage<OwnTexts & { labels: Labels<FieldsOf<'album_details'>> }> = {
  es: {
    labels: {
      kind: { label: 'Tipo', words: detailsTexts.es.kinds },
      released: { label: 'Salió', hint: '1978, 1978-11, 1978-11-30; con ~ si es aproximado, con ? si es dudoso.' },
      label: { label: 'Sello' },
    },
    link: 'datos',
    title: (album) => `datos de ${album}`,
  },
  en: {
    labels: {
      kind: { label: 'Type', words: detailsTexts.en.kinds },
      released: { label: 'Released', hint: '1978, 1978-11, 1978-11-30; with ~ if approximate, with ? if uncertain.' },
      label: { label: 'Label' },
    },
    link: 'details',
    title: (album) => `details of ${album}`,
  },
};
