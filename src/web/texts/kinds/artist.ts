import type { KindPairs } from './label.ts';

export const artist: KindPairs<'artist', object> = {
  labels: {
    name: { label: ['Nombre', 'Name'] },
    band: { label: ['Banda', 'Band'], hint: ['La banda por la que se conoce al artista.', 'The band they are known for.'] },
    description: {
      label: ['Descripción', 'Description'],
      hint: [
        'Markdown: párrafos, *énfasis*, listas, enlaces. Hasta 20.000 caracteres.',
        'Markdown: paragraphs, *emphasis*, lists, links. Up to 20,000 characters.',
      ],
    },
    image: { label: ['Foto', 'Picture'], hint: ['El enlace de una foto: https://…', 'A link to a photo: https://…'] },
  },
};
