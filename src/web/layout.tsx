/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';

/** Where the pages are, and whether the API docs are among them. */
export type Site = { prefix: string; docs: boolean };

/** `plain`: without the links to other pages, for who came from elsewhere to do one thing. */
type Props = { title: string; site: Site; language?: 'es' | 'en'; plain?: boolean; head?: Child; children: Child };

const skip = { es: 'Ir al contenido', en: 'Skip to content' };

/** The frame of every page. Styles and scripts come from our own files only, which the content security policy holds to. */
export function Layout({ title, site, language = 'en', plain = false, head, children }: Props) {
  const { prefix } = site;
  return (
    <html lang={language}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Rockola`}</title>
        <link rel="icon" href={`${prefix}/assets/icon.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${prefix}/assets/site.css`} />
        {head}
      </head>
      <body>
        <a class="skip" href="#main">
          {skip[language]}
        </a>
        <Header site={site} plain={plain} />
        <main id="main">{children}</main>
      </body>
    </html>
  );
}

function Header({ site: { prefix, docs }, plain }: { site: Site; plain: boolean }) {
  return (
    <header>
      <a class="brand" href={docs ? `${prefix}/docs` : `${prefix}/problems`}>
        <img src={`${prefix}/assets/icon.svg`} alt="" width="28" height="28" /> Rockola
      </a>
      {!plain && (
        <nav aria-label="Site">
          {docs && <a href={`${prefix}/docs`}>API</a>}
          <a href={`${prefix}/problems`}>Problems</a>
          {docs && <a href={`${prefix}/openapi.json`}>OpenAPI</a>}
        </nav>
      )}
    </header>
  );
}
