import type { Language } from './site.ts';

const es = {
  title: 'El catálogo para descargar',
  lead: 'Cada archivo tiene el catálogo entero en un momento: un registro en JSON por línea, comprimido con gzip.',
  none: 'Todavía no hay archivos.',
  records: (count: string) => `${count} registros`,
  index: 'sumas SHA-256, cantidades por tipo y el `cursor` desde el cual siguen los cambios',
};

const en: typeof es = {
  title: 'The catalogue to download',
  lead: 'Each file has the whole catalogue of one moment: a record in JSON on each line, compressed by gzip.',
  none: 'There are no files yet.',
  records: (count) => `${count} records`,
  index: 'SHA-256 sums, counts by kind, and the `cursor` after which the changes go on',
};

export const dumpTexts: Record<Language, typeof es> = { es, en };
