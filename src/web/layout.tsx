import type { Child } from 'hono/jsx';

/** The frame of every page. Styles and scripts come from our own files only, which the content security policy holds to. */
export function Layout({ title, prefix, children }: { title: string; prefix: string; children: Child }) {
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{`${title} · Rockola`}</title>
        <link rel="icon" href={`${prefix}/assets/icon.svg`} type="image/svg+xml" />
        <link rel="stylesheet" href={`${prefix}/assets/site.css`} />
      </head>
      <body>
        <header>
          <a class="brand" href={`${prefix}/docs`}>
            <img src={`${prefix}/assets/icon.svg`} alt="" width="28" height="28" /> Rockola
          </a>
          <nav>
            <a href={`${prefix}/docs`}>API</a>
            <a href={`${prefix}/problems`}>Problems</a>
            <a href={`${prefix}/openapi.json`}>OpenAPI</a>
          </nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}
