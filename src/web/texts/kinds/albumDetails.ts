import { detailsTexts } from '../details.ts';
import type { KindPairs, OwnTexts } from './label.ts';

export const albumDetails: KindPairs<'album_details', OwnTexts> = {
  labels: {
    kind: { label: ['Tipo', 'Type'], words: [detailsTexts.es.kinds, detailsTexts.en.kinds] },
    released: {
      label: ['Salió', 'Released'],
      hint: [
        '1978, 1978-11, 1978-11-30; con ~ si es aproximado, con ? si es dudoso.',
        '1978, 1978-11, 1978-11-30; with ~ if approximate, with ? if uncertain.',
      ],
    },
    label: { label: ['Sello', 'Label'] },
  },
  link: ['datos', 'details'],
  title: [(album) => `datos de ${album}`, (album) => `details of ${album}`],
};
