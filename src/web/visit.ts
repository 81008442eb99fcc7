import { identify } from '../auth/credential.ts';
import { languageOf } from '../http/language.ts';
import type { RequestContext } from '../http/requestContext.ts';
import type { Services } from '../http/services.ts';
import { sessionToken } from '../http/sessionCookie.ts';
import { callerOf } from '../http/slowRead.ts';
import type { Child } from '../jsx.ts';
import type { Account } from '../model/account.ts';
import { type Actor, anonymous } from '../model/actor.ts';
import { readOwnAccount } from '../operations/ownAccount.ts';
import type { Outcome } from './texts/outcome.ts';
import { type Language, type Texts, textsIn } from './texts/site.ts';

/** The account that is signed in. `actor`: its credential; operations check its rights again. */
export type Member = { actor: Actor; account: Account };

/** A request for a page. */
export type Visit = {
  ctx: RequestContext;
  services: Services;
  language: Language;
  texts: Texts;
  prefix: string;
  /** The language of names and texts of the catalogue; undefined if the page has the same. */
  catalogueLang: string | undefined;
  /** Whether the page shows pictures of other hosts. */
  pictures: boolean;
  /** From the session cookie only; the API's credentials are ignored. */
  member: Member | undefined;
  caller(): ReturnType<typeof callerOf>;
};

/** A page without its frame. `path`: its canonical path and query. */
export type Shown = {
  title: string;
  path: string;
  body: Child;
  status?: number;
  description?: string;
  head?: Child;
  /** The picture of link previews: an address, or the year of a drawn one. */
  preview?: { picture: string; year: number | undefined };
  /** Whether the page has pictures of other hosts. */
  hasPictures?: boolean;
  /** Whether the page has its own search box. */
  ownSearch?: boolean;
  /** Whether the page is one of the docs, which are large and have their own styles. */
  manual?: boolean;
  /** Adds `noindex`. */
  hidden?: boolean;
  /** Whether the page must not be cached, since it may change without a change of the store. */
  uncached?: boolean;
  /** The account that this request has signed in. */
  member?: Member;
};

/** A deleted record. `path`: the path above its forms. `version`: its last version before the deletion. */
export type Deleted = { path: string; version: bigint; name: string };
/** The outcome that the next page announces. */
export type Done = { done: Outcome; deleted?: Deleted | undefined };
/** `headers`: such as a cookie. */
export type Redirect = { location: string; headers?: Record<string, string> } & Partial<Done>;
/** Makes a page in the frame, a redirect, or a response without the frame. */
export type Page = (visit: Visit) => Promise<Shown | Redirect | Response>;

const languageCookie = 'rockola-language';

/** @throws Problem `too-many-requests` */
export async function visitOf(ctx: RequestContext, services: Services): Promise<Visit> {
  return visitAs(await memberOf(ctx, services), ctx, services);
}

export function visitAs(member: Member | undefined, ctx: RequestContext, services: Services): Visit {
  const { config } = services;
  const language = chosenLanguage(ctx) ?? languageOf(ctx.headers, config);
  return {
    ctx,
    services,
    language,
    texts: textsIn(language, config.timeZone),
    prefix: config.prefix,
    catalogueLang: config.catalogueLanguage === language ? undefined : config.catalogueLanguage,
    pictures: config.pictures === 'lazy' || ctx.query('pictures') === 'on',
    member,
    caller: () => callerOf(ctx.client, member?.actor ?? anonymous, ctx.request),
  };
}

/** A cookie of an ended session counts as none. */
async function memberOf(ctx: RequestContext, services: Services): Promise<Member | undefined> {
  const token = sessionToken(ctx.headers);
  const member = token === undefined ? undefined : await memberBy(token, services);
  if (!member) return undefined;
  ctx.actor = member.actor;
  services.limits.admitActor(ctx.client, member.actor);
  return member;
}

/** @param token of a session */
export async function memberBy(token: string, services: Services): Promise<Member | undefined> {
  const actor = await identify({ token, key: undefined }, services);
  if (!actor || actor.accountId === null) return undefined;
  return { actor, account: await services.store.read(readOwnAccount, actor.accountId) };
}

/** The language of the query, else of the cookie that an earlier query set. */
function chosenLanguage(ctx: RequestContext): Language | undefined {
  return [ctx.query('lang'), cookieIn(ctx, languageCookie)].find((chosen): chosen is Language => chosen === 'es' || chosen === 'en');
}

/** Remembers the language of the query; the cookie identifies nobody. */
export function keepLanguage(visit: Visit): Record<string, string> {
  const { ctx, language } = visit;
  return ctx.query('lang') === language ? { 'Set-Cookie': setCookie(visit, languageCookie, language, 31_536_000) } : {};
}

/** The value of a cookie with one word, such as the language, or with several separated by dots. */
export function cookieIn(ctx: RequestContext, name: string): string | undefined {
  return new RegExp(`(?:^|; )${name}=([\\w.-]+)(?:;|$)`).exec(ctx.headers.get('cookie') ?? '')?.[1];
}

/** @param age in s */
export function setCookie({ services, prefix }: Visit, name: string, value: string, age: number): string {
  const secure = services.publicUrl.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Path=${prefix || '/'}; Max-Age=${age}; SameSite=Lax; HttpOnly${secure}`;
}

/** Null where the service sends no mail. */
export function mailLanguage({ services, language }: Visit): Language | null {
  return services.config.mail ? language : null;
}
