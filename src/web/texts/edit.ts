import { type Language, numbers } from './site.ts';

/** The words of the sentence about an edit, without its nouns. */
const es = {
  who: { service: 'El sitio', 'former account': 'Una cuenta eliminada', account: (id: bigint) => `Cuenta ${id}` },
  verbs: { create: 'agregó', update: 'cambió', delete: 'borró', restore: 'recuperó', redact: 'suprimió algo del historial de' },
  /** An update that undid others. */
  undid: 'deshizo cambios en',
  /** A write that did several things. */
  mixed: 'cambió',
  of: 'de',
  and: 'y',
  more: (count: number) => `${numbers.es.format(count)} ${count === 1 ? 'cosa' : 'cosas'} más`,
  /** For an edit with more changes than were read. */
  over: (count: number) => `más de ${numbers.es.format(count)} cosas`,
  filters: {
    week: 'Semana',
    anyWeek: 'Todas',
    weekOf: (date: string) => `Del ${date}`,
    kind: 'Qué',
    anyKind: 'Todo',
    show: 'Filtrar',
  },
  ofArtist: (name: string) => `Cambios de ${name}`,
  by: (name: string) => `Cambios hechos por ${name}`,
};

const en: typeof es = {
  who: { service: 'The site', 'former account': 'A deleted account', account: (id) => `Account ${id}` },
  verbs: { create: 'added', update: 'changed', delete: 'deleted', restore: 'restored', redact: 'redacted the history of' },
  undid: 'undid changes to',
  mixed: 'changed',
  of: 'of',
  and: 'and',
  more: (count) => `${numbers.en.format(count)} more`,
  over: (count) => `more than ${numbers.en.format(count)} things`,
  filters: {
    week: 'Week',
    anyWeek: 'Any',
    weekOf: (date) => `From ${date}`,
    kind: 'What',
    anyKind: 'Everything',
    show: 'Filter',
  },
  ofArtist: (name) => `Changes to ${name}`,
  by: (name) => `Changes made by ${name}`,
};

export const editTexts: Record<Language, typeof es> = { es, en };
