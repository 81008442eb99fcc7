import type { Context } from 'hono';
import type { Child } from 'hono/jsx';
import { languageOf } from '../http/language.ts';
import type { AppEnv } from '../http/requestLog.ts';
import type { Services } from '../http/services.ts';
import { callerOf } from '../http/slowRead.ts';
import { anonymous } from '../model/actor.ts';
import { type Language, type Texts, texts } from './wording.ts';

/** Somebody looks at a page: what the page is made for and from. */
export type Visit = {
  c: Context<AppEnv>;
  services: Services;
  language: Language;
  texts: Texts;
  prefix: string;
  /** Whether pictures of other hosts are shown in the page. */
  pictures: boolean;
  caller(): ReturnType<typeof callerOf>;
};

/** A page before its frame. `path` is where it belongs, with what of the query names it. */
export type Shown = {
  title: string;
  path: string;
  body: Child;
  status?: number;
  description?: string;
  /** What is in the head for machines. */
  head?: Child;
  /** The picture that links to the page show: the address of one, or the year of which there is a drawn one. */
  preview?: { picture: string; year: number | undefined };
  /** Whether the page has pictures of other hosts. */
  hasPictures?: boolean;
  /** Whether it has a search box of its own, so that the frame needs none. */
  ownSearch?: boolean;
  /** Whether search machines should leave it out. */
  hidden?: boolean;
};

export type Moved = { location: string };
/** A page, another address, or a file that has no frame. */
export type Page = (visit: Visit) => Promise<Shown | Moved | Response>;

const languageCookie = 'rockola-language';

export function visitOf(c: Context<AppEnv>, services: Services): Visit {
  const { config } = services;
  const language = chosenLanguage(c) ?? languageOf(c.req.raw.headers, config);
  return {
    c,
    services,
    language,
    texts: texts[language] as Texts,
    prefix: config.prefix,
    pictures: config.pictures === 'lazy' || c.req.query('pictures') === 'on',
    caller: () => callerOf(c.get('client'), anonymous, c.req.raw),
  };
}

/** The language that a link of ours asks for, or that an earlier one asked for. */
function chosenLanguage(c: Context<AppEnv>): Language | undefined {
  const cookie = new RegExp(`(?:^|; )${languageCookie}=(\\w{2})(?:;|$)`).exec(c.req.raw.headers.get('cookie') ?? '')?.[1];
  return [c.req.query('lang'), cookie].find((chosen): chosen is Language => chosen === 'es' || chosen === 'en');
}

/** Keeps a language that was asked for by a link; it says nothing of who asked. */
export function keepLanguage({ c, services, language, prefix }: Visit): Record<string, string> {
  if (c.req.query('lang') !== language) return {};
  const secure = services.publicUrl.startsWith('https:') ? '; Secure' : '';
  return { 'Set-Cookie': `${languageCookie}=${language}; Path=${prefix || '/'}; Max-Age=31536000; SameSite=Lax; HttpOnly${secure}` };
}
