import type { FieldsOf } from '../../../model/kinds.ts';
import { detailsTexts } from '../details.ts';
import type { ByLanguage, Labels, OwnTexts } from './label.ts';

export const artistDetails: ByLanguage<OwnTexts & { labels: Labels<FieldsOf<'artist_details'>> }> = {
  es: {
    labels: {
      type: { label: 'Persona o grupo', words: detailsTexts.es.types },
      from: { label: 'Desde', hint: 'Cuándo empezó: 1978, 1978-05; con ~ si es aproximado, con ? si es dudoso.' },
      to: { label: 'Hasta', hint: 'Cuándo terminó, o murió.' },
      ended: { label: '¿Terminó?' },
      place: { label: 'Ciudad' },
      genres: { label: 'Géneros', hint: 'Hasta cinco.', words: detailsTexts.es.genres },
    },
    link: 'datos',
    title: (artist) => `datos de ${artist}`,
  },
  en: {
    labels: {
      type: { label: 'Person or group', words: detailsTexts.en.types },
      from: { label: 'From', hint: 'When it began: 1978, 1978-05; with ~ if approximate, with ? if uncertain.' },
      to: { label: 'To', hint: 'When it ended, or they died.' },
      ended: { label: 'Has it ended?' },
      place: { label: 'City' },
      genres: { label: 'Genres', hint: 'Up to five.', words: detailsTexts.en.genres },
    },
    link: 'details',
    title: (artist) => `details of ${artist}`,
  },
};
