/** @jsxImportSource hono/jsx */
import { html } from 'hono/html';
import type { Child } from 'hono/jsx';
import { sitePaths } from './paths.ts';
import { type Language, type Texts, texts } from './wording.ts';

/** Where the pages are, and whether the API docs are among them. */
export type Site = { prefix: string; docs: boolean };

/** `plain`: without the links to other pages, for people who follow a link of a mail to do one thing. */
type Props = {
  title: string;
  site: Site;
  language?: Language;
  plain?: boolean;
  head?: Child;
  /** Who is signed in, and the way to sign in or out. */
  self?: Child;
  /** Whether the page has a search box of its own. */
  ownSearch?: boolean | undefined;
  /** The address of the page in the other language. */
  otherLanguage?: string;
  children: Child;
};

const skip = { es: 'Ir al contenido', en: 'Skip to content' };

/** The frame of every page. Styles and scripts come from our own files only, which the content security policy holds to. */
export function Layout({ title, site, language = 'en', plain = false, head, ownSearch = false, self, otherLanguage, children }: Props) {
  const { prefix } = site;
  const words = texts[language] as Texts;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Rockola`}</title>
        <link rel="icon" href={`${prefix}/assets/icon.svg`} type="image/svg+xml" />
        <link rel="preload" href={`${prefix}/assets/antonio.woff2`} as="font" type="font/woff2" crossorigin="anonymous" />
        <link rel="stylesheet" href={`${prefix}/assets/site.css`} />
        {!plain && <script type="module" src={`${prefix}/assets/search.js`} />}
        {head}
      </head>
      <body>
        <a class="skip" href="#main">
          {skip[language]}
        </a>
        <header class="top">
          <a class="brand" href={`${prefix}${sitePaths.front}`}>
            <img src={`${prefix}/assets/icon.svg`} alt="" width="30" height="30" /> Rockola
          </a>
          {!plain && !ownSearch && <SearchBox prefix={prefix} words={words} />}
          {!plain && <Links site={site} words={words} />}
          {self}
        </header>
        <main id="main">{children}</main>
        {!plain && <Footer site={site} words={words} language={language} otherLanguage={otherLanguage} />}
      </body>
    </html>
  );
}

type Words = { words: Texts };

// What stands on every page is templates, which are made faster than elements.

function Links({ site: { prefix, docs }, words: { nav } }: { site: Site } & Words) {
  const link = (path: string, label: string) => html`<a href="${prefix}${path}">${label}</a>`;
  const own = [link(sitePaths.artists, nav.artists), link(sitePaths.bands, nav.bands), link(sitePaths.changes, nav.changes)];
  return html`<nav class="links" aria-label="${nav.label}">${own}${docs && link('/docs', nav.api)}</nav>`;
}

type SearchProps = Words & { prefix: string; query?: string | undefined; large?: boolean };

/** A form that anyone can send; `search.js` adds suggestions to it. */
export function SearchBox({ prefix, words: { search }, query = '', large = false }: SearchProps) {
  const id = large ? 'search' : 'top-search';
  const input = html`<input id="${id}" name="q" type="search" value="${query}" placeholder="${large ? search.placeholder : search.button}" maxlength="200" autocomplete="off" autocapitalize="none" spellcheck="false" dir="auto">`;
  return html`<search><form class="${large ? 'search large' : 'search'}" action="${prefix}${sitePaths.search}" data-suggestions="${search.suggestions}"><label class="unseen" for="${id}">${search.label}</label>${input}<button type="submit">${search.button}</button></form></search>`;
}

type FooterProps = Words & { site: Site; language: Language; otherLanguage?: string | undefined };

function Footer({ site: { prefix, docs }, words: { nav, footer }, language, otherLanguage }: FooterProps) {
  const other = language === 'es' ? 'en' : 'es';
  const item = (path: string, label: string) => html`<li><a href="${prefix}${path}">${label}</a></li>`;
  const switcher = html`<li><a href="${otherLanguage ?? ''}" lang="${other}" hreflang="${other}" rel="alternate">${nav.otherLanguage}</a></li>`;
  const links = [
    otherLanguage !== undefined && switcher,
    item(sitePaths.atom, footer.feed),
    docs && item('/openapi.json', 'OpenAPI'),
    item('/problems', nav.problems),
  ];
  return html`<footer class="bottom"><p>${footer.about}</p><ul>${links}</ul></footer>`;
}
