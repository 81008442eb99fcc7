import type { Language } from './site.ts';

const es = {
  title: 'El catálogo en números',
  decades: 'Por década',
  places: 'Por lugar',
  genres: 'Por género',
  decade: 'Década',
  place: 'Lugar',
  genre: 'Género',
  artists: 'Artistas',
  albums: 'Discos',
  missing: 'Qué falta',
  noImage: (without: string, all: string) => `Sin foto: ${without} de ${all}.`,
  help: ['¿Tenés una? Elegí ', 'un artista', ' y agregala.'],
};

const en: typeof es = {
  title: 'The catalogue in numbers',
  decades: 'By decade',
  places: 'By place',
  genres: 'By genre',
  decade: 'Decade',
  place: 'Place',
  genre: 'Genre',
  artists: 'Artists',
  albums: 'Albums',
  missing: 'What is missing',
  noImage: (without, all) => `${without} of ${all} have no picture.`,
  help: ['Do you have one? Choose ', 'an artist', ' and add it.'],
};

export const statisticsTexts: Record<Language, typeof es> = { es, en };
