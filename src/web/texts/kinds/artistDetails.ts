import { detailsTexts } from '../details.ts';
import type { KindPairs, OwnTexts } from './label.ts';

export const artistDetails: KindPairs<'artist_details', OwnTexts> = {
  labels: {
    type: { label: ['Persona o grupo', 'Person or group'], words: [detailsTexts.es.types, detailsTexts.en.types] },
    from: {
      label: ['Desde', 'From'],
      hint: [
        'Cuándo empezó: 1978, 1978-05; con ~ si es aproximado, con ? si es dudoso.',
        'When it began: 1978, 1978-05; with ~ if approximate, with ? if uncertain.',
      ],
    },
    to: { label: ['Hasta', 'To'], hint: ['Cuándo terminó, o murió.', 'When it ended, or they died.'] },
    ended: { label: ['¿Terminó?', 'Has it ended?'] },
    place: { label: ['Ciudad', 'City'] },
    genres: {
      label: ['Géneros', 'Genres'],
      hint: ['Hasta cinco.', 'Up to five.'],
      words: [detailsTexts.es.genres, detailsTexts.en.genres],
    },
  },
  link: ['datos', 'details'],
  title: [(artist) => `datos de ${artist}`, (artist) => `details of ${artist}`],
};
