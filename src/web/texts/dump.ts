import { inLanguages } from './inLanguages.ts';

export const dumpTexts = inLanguages({
  title: ['El catálogo para descargar', 'The catalogue to download'],
  lead: [
    'El catálogo entero, tal como estaba en cada fecha, comprimido con gzip: un registro en JSON por línea, o una base de datos SQLite.',
    'The whole catalogue as it was at each date, compressed with gzip: a record in JSON on each line, or a SQLite database.',
  ],
  none: ['Todavía no hay archivos.', 'There are no files yet.'],
  records: [(count: string) => `${count} registros`, (count: string) => `${count} records`],
  index: [
    'cantidades por tipo y el `cursor` desde el cual siguen los cambios',
    'counts by kind, and the `cursor` after which the changes go on',
  ],
});
