import { adminTexts } from './adminTexts.ts';
import { entryTexts } from './entryTexts.ts';
import { ownTexts } from './ownTexts.ts';
import type { Language } from './wording.ts';

/** What the pages of accounts say. */
export const memberTexts = {
  es: { ...entryTexts.es, ...ownTexts.es, ...adminTexts.es },
  en: { ...entryTexts.en, ...ownTexts.en, ...adminTexts.en },
} satisfies Record<Language, unknown>;

export type MemberTexts = (typeof memberTexts)['en'];
