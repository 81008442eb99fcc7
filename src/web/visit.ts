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
import { type Language, type Texts, texts } from './texts/site.ts';

/** Who is signed in: as they act in operations, which judge their rights again, and their account. */
export type Member = { actor: Actor; account: Account };

/** Somebody looks at a page: what the page is made for and from. */
export type Visit = {
  ctx: RequestContext;
  services: Services;
  language: Language;
  texts: Texts;
  prefix: string;
  /** Whether pictures of other hosts are shown in the page. */
  pictures: boolean;
  /** Who is signed in, by the cookie alone. */
  member: Member | undefined;
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
  /** Who signed in with what this page answers. */
  member?: Member;
};

/** Another page; `headers` for the cookie that goes along. */
export type Moved = { location: string; headers?: Record<string, string> };
/** A page, another address, or a file that has no frame. */
export type Page = (visit: Visit) => Promise<Shown | Moved | Response>;

const languageCookie = 'rockola-language';

/** A visit of who is signed in, or of anyone. @throws Problem `too-many-requests` */
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
    texts: texts[language],
    prefix: config.prefix,
    pictures: config.pictures === 'lazy' || ctx.query('pictures') === 'on',
    member,
    caller: () => callerOf(ctx.client, member?.actor ?? anonymous, ctx.request),
  };
}

/** A cookie whose login has ended is as good as none. */
async function memberOf(ctx: RequestContext, services: Services): Promise<Member | undefined> {
  const token = sessionToken(ctx.headers);
  const member = token === undefined ? undefined : await memberBy(token, services);
  if (!member) return undefined;
  ctx.actor = member.actor;
  services.limits.admitActor(ctx.client, member.actor);
  return member;
}

/** Whose a token of a login is, while that holds. */
export async function memberBy(token: string, services: Services): Promise<Member | undefined> {
  const actor = await identify({ token, key: undefined }, services);
  if (!actor || actor.accountId === null) return undefined;
  return { actor, account: await services.store.read(readOwnAccount, actor.accountId) };
}

/** The language that a link of ours asks for, or that an earlier one asked for. */
function chosenLanguage(ctx: RequestContext): Language | undefined {
  const cookie = new RegExp(`(?:^|; )${languageCookie}=(\\w{2})(?:;|$)`).exec(ctx.headers.get('cookie') ?? '')?.[1];
  return [ctx.query('lang'), cookie].find((chosen): chosen is Language => chosen === 'es' || chosen === 'en');
}

/** Keeps a language that was asked for by a link; it says nothing of who asked. */
export function keepLanguage({ ctx, services, language, prefix }: Visit): Record<string, string> {
  if (ctx.query('lang') !== language) return {};
  const secure = services.publicUrl.startsWith('https:') ? '; Secure' : '';
  return { 'Set-Cookie': `${languageCookie}=${language}; Path=${prefix || '/'}; Max-Age=31536000; SameSite=Lax; HttpOnly${secure}` };
}

/** The language of a mail that somebody asks for on a page, or null where the service sends none. */
export function mailLanguage({ services, language }: Visit): Language | null {
  return services.config.mail ? language : null;
}
