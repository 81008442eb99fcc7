import type { Language } from './site.ts';

const es = {
  title: 'El catálogo para descargar',
  lead: 'El catálogo entero, tal como estaba en cada fecha, comprimido con gzip: un registro en JSON por línea, o una base de datos SQLite.',
  none: 'Todavía no hay archivos.',
  records: (count: string) => `${count} registros`,
  index: 'cantidades por tipo y el `cursor` desde el cual siguen los cambios',
};

const en: typeof es = {
  title: 'The catalogue to download',
  lead: 'The whole catalogue as it was at each date, compressed with gzip: a record in JSON on each line, or a SQLite database.',
  none: 'There are no files yet.',
  records: (count) => `${count} records`,
  index: 'counts by kind, and the `cursor` after which the changes go on',
};

export const dumpTexts: Record<Language, typeof es> = { es, en };
