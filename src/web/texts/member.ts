import { adminTexts } from './admin.ts';
import { entryTexts } from './entry.ts';
import { ownTexts } from './own.ts';
import type { Language } from './site.ts';

export const memberTexts = {
  es: { ...entryTexts.es, ...ownTexts.es, ...adminTexts.es },
  en: { ...entryTexts.en, ...ownTexts.en, ...adminTexts.en },
} satisfies Record<Language, unknown>;
