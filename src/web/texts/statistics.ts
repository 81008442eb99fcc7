import { inLanguages } from './inLanguages.ts';

export const statisticsTexts = inLanguages({
  title: ['El catálogo en números', 'The catalogue in numbers'],
  decades: ['Por década', 'By decade'],
  places: ['Por lugar', 'By place'],
  genres: ['Por género', 'By genre'],
  decade: ['Década', 'Decade'],
  place: ['Lugar', 'Place'],
  genre: ['Género', 'Genre'],
  missing: ['Qué falta', 'What is missing'],
  what: ['Dato', 'What'],
  without: { image: ['Sin foto', 'No picture'], place: ['Sin lugar', 'No place'], genre: ['Sin género', 'No genre'] },
  help: [
    (all: string) =>
      `En un catálogo de ${all}, esto es lo que falta. Cada número lleva a la lista: elegí un artista y agregá lo que sepas.`,
    (all: string) =>
      `In a catalogue of ${all}, this is what is missing. Each number leads to the list: choose an artist and add what you know.`,
  ],
});
