import type { Config } from '../config/config.ts';
import { type MailLanguage, mailLanguages } from '../model/mail.ts';
import { Problem } from '../model/problem.ts';
import { qualitiesOf } from './accept.ts';

/** The supported language that a request prefers (RFC 9110 §12.5.4), else the operator's setting. */
export function languageOf(headers: Headers, { mailLanguage }: Config): MailLanguage {
  const wanted = [...qualitiesOf(headers.get('accept-language'))]
    .filter(([, quality]) => quality > 0)
    .sort(([, a], [, b]) => b - a)
    .map(([range]) => range.split('-')[0]);
  return wanted.map((tag) => mailLanguages.find((language) => language === tag)).find(Boolean) ?? mailLanguage;
}

/** Null where the service sends no mail. */
export function mailLanguageOf(headers: Headers, config: Config): MailLanguage | null {
  return config.mail ? languageOf(headers, config) : null;
}

/** @throws Problem `mail-off` where the service sends no mail */
export function requireMail(headers: Headers, config: Config): MailLanguage {
  const language = mailLanguageOf(headers, config);
  if (language) return language;
  throw new Problem(
    'mail-off',
    'This service sends no mail. Ask its operator for a link: rockola account reset-link, or rockola account verify.',
  );
}
