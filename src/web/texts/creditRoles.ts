import type { CreditRole } from '../../model/credit.ts';
import type { Language } from './site.ts';

export const creditRoles: Record<Language, Record<CreditRole, string>> = {
  es: { 'co-author': 'coautor', author: 'autor', with: 'con', featuring: 'participa', guest: 'invitado', producer: 'productor' },
  en: { 'co-author': 'co-author', author: 'author', with: 'with', featuring: 'featuring', guest: 'guest', producer: 'producer' },
};
