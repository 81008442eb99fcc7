import { inLanguages } from './inLanguages.ts';
import { numbers } from './site.ts';

/** The words of the sentence about an edit, without its nouns. */
export const editTexts = inLanguages({
  who: {
    service: ['El sitio', 'The site'],
    'former account': ['Una cuenta eliminada', 'A deleted account'],
    account: [(id: bigint) => `Cuenta ${id}`, (id: bigint) => `Account ${id}`],
  },
  verbs: {
    create: ['agregó', 'added'],
    update: ['cambió', 'changed'],
    delete: ['borró', 'deleted'],
    restore: ['recuperó', 'restored'],
    redact: ['suprimió algo del historial de', 'redacted the history of'],
  },
  /** An update that undid others. */
  undid: ['deshizo cambios en', 'undid changes to'],
  /** A write that did several things. */
  mixed: ['cambió', 'changed'],
  of: ['de', 'of'],
  and: ['y', 'and'],
  more: [
    (count: number) => `${numbers.es.format(count)} ${count === 1 ? 'cosa' : 'cosas'} más`,
    (count: number) => `${numbers.en.format(count)} more`,
  ],
  /** For an edit with more changes than were read. */
  over: [(count: number) => `más de ${numbers.es.format(count)} cosas`, (count: number) => `more than ${numbers.en.format(count)} things`],
  filters: {
    week: ['Semana', 'Week'],
    anyWeek: ['Todas', 'Any'],
    weekOf: [(date: string) => `Del ${date}`, (date: string) => `From ${date}`],
    kind: ['Qué', 'What'],
    anyKind: ['Todo', 'Everything'],
    show: ['Filtrar', 'Filter'],
  },
  ofArtist: [(name: string) => `Cambios de ${name}`, (name: string) => `Changes to ${name}`],
  by: [(name: string) => `Cambios hechos por ${name}`, (name: string) => `Changes made by ${name}`],
});
