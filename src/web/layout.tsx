/** @jsxImportSource #jsx */
import { type Child, memoized } from '../jsx.ts';
import { licenceUrl, type Terms } from '../model/licence.ts';
import { sitePaths } from './paths.ts';
import { type Language, type Texts, texts } from './texts/site.ts';

/** `docs`: whether the API's documentation is served. `dumps`: `daily` if a dump is made each day. `contact`: a link to the operator. */
export type Site = { prefix: string; docs: boolean; contact?: string | undefined; dumps?: string } & Terms;

type Props = {
  title: string;
  site: Site;
  language?: Language;
  head?: Child;
  /** The account that is signed in, and the link to sign in or out. */
  self?: Child;
  /** Whether the page has its own search box, so that the frame needs none. */
  ownSearch?: boolean | undefined;
  /** The address of the page in the other language. */
  otherLanguage?: string;
  /** The language of names and texts of the catalogue, for scripts. */
  catalogue?: string;
  /** The path of the page, without its query. */
  path?: string | undefined;
  children: Child;
};

const skip = { es: 'Ir al contenido', en: 'Skip to content' };

/** The frame of every page. The content security policy allows only our own styles and scripts. */
export function Layout({ title, site, language = 'en', head, ownSearch = false, self, otherLanguage, catalogue, path, children }: Props) {
  const { prefix, docs, dumps, contact, licence, credit } = site;
  const other = language === 'es' ? 'en' : 'es';
  return (
    <html lang={language} data-catalogue={catalogue}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Rockola`}</title>
        <Assets prefix={prefix} />
        {head}
      </head>
      <body>
        <a class="skip" href="#main">
          {skip[language]}
        </a>
        <header class="top">
          <TopLinks
            prefix={prefix}
            docs={docs}
            language={language}
            ownSearch={ownSearch}
            path={path !== undefined && inNav.has(path) ? path : ''}
          />
          {self}
        </header>
        <main id="main">{children}</main>
        <footer class="bottom">
          <p>{texts[language].footer.about}</p>
          <ul>
            {otherLanguage !== undefined && (
              <li>
                <a href={otherLanguage} lang={other} hreflang={other} rel="alternate">
                  {texts[language].nav.otherLanguage}
                </a>
              </li>
            )}
            <FooterLinks {...{ prefix, docs, dumps, contact, licence, credit, language }} />
          </ul>
        </footer>
      </body>
    </html>
  );
}

const Assets = memoized(({ prefix }: { prefix: string }) => (
  <>
    {/* The first frame waits for the whole header, whose links would move when the account's arrive (HTML, "Link type expect"). */}
    <link rel="expect" href="#main" blocking="render" />
    <link rel="icon" href={`${prefix}/assets/icon.svg`} type="image/svg+xml" />
    <link rel="preload" href={`${prefix}/assets/antonio.woff2`} as="font" type="font/woff2" crossorigin="anonymous" />
    <link rel="stylesheet" href={`${prefix}/assets/site.css`} />
    <script type="module" src={`${prefix}/assets/page.js`} />
  </>
));

const { artists, albums, bands, changes } = sitePaths;
const inNav = new Set<string>([artists, albums, bands, changes, sitePaths.docs]);

type TopLinksProps = { prefix: string; docs: boolean; language: Language; ownSearch: boolean; path: string };

/** `path`: the path of the page if one of these links leads to it, else empty. */
const TopLinks = memoized(({ prefix, docs, language, ownSearch, path }: TopLinksProps) => {
  const words = texts[language];
  const { nav } = words;
  const links = [
    [artists, nav.artists],
    [albums, nav.albums],
    [bands, nav.bands],
    [changes, nav.changes],
    ...(docs ? [[sitePaths.docs, nav.api]] : []),
  ];
  return (
    <>
      <a class="brand" href={`${prefix}${sitePaths.front}`}>
        <img src={`${prefix}/assets/icon.svg`} alt="" width="30" height="30" /> Rockola
      </a>
      {!ownSearch && <SearchBox prefix={prefix} words={words} />}
      <nav class="links" aria-label={nav.label}>
        {links.map(([to, name]) => (
          <a href={`${prefix}${to}`} {...(to === path && { 'aria-current': 'page' as const })}>
            {name}
          </a>
        ))}
      </nav>
    </>
  );
});

type SearchProps = { words: Texts; prefix: string; query?: string | undefined; large?: boolean };

/** Works without script; `page.js` adds suggestions. */
export function SearchBox({ prefix, words: { search }, query = '', large = false }: SearchProps) {
  const id = large ? 'search' : 'top-search';
  return (
    <search aria-label={search.label}>
      <form
        class={large ? 'search large' : 'search'}
        action={prefix + sitePaths.search}
        data-suggestions={search.suggestions}
        data-all={search.all}
      >
        <label class="unseen" for={id}>
          {search.label}
        </label>
        <input
          id={id}
          name="q"
          type="search"
          value={query}
          placeholder={large ? search.placeholder : search.button}
          maxlength={200}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          dir="auto"
        />
        <button type="submit">{search.button}</button>
      </form>
    </search>
  );
}

type FooterProps = Pick<Site, 'prefix' | 'docs' | 'dumps' | 'contact' | 'licence' | 'credit'> & { language: Language };

const FooterLinks = memoized(({ prefix, docs, dumps, contact, licence, credit, language }: FooterProps) => {
  const { nav, footer } = texts[language];
  return (
    <>
      <li>
        <a href={prefix + sitePaths.atom}>{footer.feed}</a>
      </li>
      <li>
        <a href={prefix + sitePaths.statistics}>{footer.statistics}</a>
      </li>
      {dumps === 'daily' && (
        <li>
          <a href={prefix + sitePaths.dumps}>{footer.dumps}</a>
        </li>
      )}
      {contact !== undefined && (
        <li>
          <a href={contact}>{footer.contact}</a>
        </li>
      )}
      {licence !== undefined && (
        <li>
          <a href={licenceUrl(licence)} rel="license">
            {footer.licence} {licence}
          </a>
        </li>
      )}
      {credit !== undefined && <li>{credit}</li>}
      {docs && (
        <li>
          <a href={`${prefix}/openapi.json`}>OpenAPI</a>
        </li>
      )}
      <li>
        <a href={`${prefix}/problems`}>{nav.problems}</a>
      </li>
    </>
  );
});
