import type { FieldsOf } from '../../../model/kinds.ts';
import type { ByLanguage, Labels } from './label.ts';

export const artist: ByLanguage<{ labels: Labels<FieldsOf<'artist'>> }> = {
  es: {
    labels: {
      name: { label: 'Nombre' },
      band: { label: 'Banda', hint: 'La banda por la que se conoce al artista.' },
      description: { label: 'Descripción', hint: 'Markdown: párrafos, *énfasis*, listas, enlaces. Hasta 20.000 caracteres.' },
      image: { label: 'Foto', hint: 'El enlace de una foto: https://…' },
    },
  },
  en: {
    labels: {
      name: { label: 'Name' },
      band: { label: 'Band', hint: 'The band they are known for.' },
      description: { label: 'Description', hint: 'Markdown: paragraphs, *emphasis*, lists, links. Up to 20,000 characters.' },
      image: { label: 'Picture', hint: 'A link to a photo: https://…' },
    },
  },
};
