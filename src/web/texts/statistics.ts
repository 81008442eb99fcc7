import type { Language } from './site.ts';

const es = {
  title: 'El catálogo en números',
  decades: 'Por década',
  places: 'Por lugar',
  genres: 'Por género',
  decade: 'Década',
  place: 'Lugar',
  genre: 'Género',
  missing: 'Qué falta',
  what: 'Dato',
  without: { image: 'Sin foto', place: 'Sin lugar', genre: 'Sin género' },
  help: (all: string) =>
    `En un catálogo de ${all}, esto es lo que falta. Cada número lleva a la lista: elegí un artista y agregá lo que sepas.`,
};

const en: typeof es = {
  title: 'The catalogue in numbers',
  decades: 'By decade',
  places: 'By place',
  genres: 'By genre',
  decade: 'Decade',
  place: 'Place',
  genre: 'Genre',
  missing: 'What is missing',
  what: 'What',
  without: { image: 'No picture', place: 'No place', genre: 'No genre' },
  help: (all) =>
    `In a catalogue of ${all}, this is what is missing. Each number leads to the list: choose an artist and add what you know.`,
};

export const statisticsTexts: Record<Language, typeof es> = { es, en };
