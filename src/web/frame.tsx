/** @jsxImportSource #jsx */

import { oneLine } from '../http/markdown.ts';
import { memoized } from '../jsx.ts';
import { previewFile } from './decade.ts';
import { picturesAllowed } from './html.ts';
import { Layout } from './layout.tsx';
import { Notice } from './parts/notice.tsx';
import { formPaths, sitePaths } from './paths.ts';
import { memberTexts } from './texts/member.ts';
import type { Shown, Visit } from './visit.ts';

/** `Vary` includes the cookie, because a cookie can choose the language. */
export function headersOf({ pictures }: Visit, { hasPictures }: Shown): Record<string, string> {
  return { Vary: 'Accept, Accept-Language, Cookie', ...(pictures && hasPictures && picturesAllowed) };
}

export function frame(visit: Visit, { title, path, body, description, head, preview, hidden, ownSearch, manual }: Shown): string {
  const { services, language, prefix } = visit;
  const { publicUrl } = services;
  const url = publicUrl + path;
  const [pathname, query] = addressOf(visit, path);
  const address = query.size > 0 ? `${pathname}?${query}` : pathname;
  return String(
    <Layout
      title={oneLine(title)}
      site={services.config}
      language={language}
      otherLanguage={`${prefix}${pathname}?${new URLSearchParams([...query, ['lang', language === 'es' ? 'en' : 'es']])}`}
      ownSearch={ownSearch}
      path={path.split('?')[0]}
      catalogue={services.config.catalogueLanguage}
      self={<Self visit={visit} path={address} />}
      head={
        <>
          {!manual && <link rel="stylesheet" href={`${prefix}/assets/catalogue.css`} />}
          <Descriptions prefix={prefix} />
          {hidden ? (
            <meta name="robots" content="noindex" />
          ) : (
            <Preview {...{ title, description, url, preview, language }} assets={`${publicUrl}/assets`} />
          )}
          {head}
        </>
      }
    >
      <Notice visit={visit} />
      {body}
      {/* The times in `at=` have colons, which need no escape. */}
      <p class="printed-from">{publicUrl + address.replaceAll('%3A', ':')}</p>
    </Layout>,
  );
}

const Descriptions = memoized(({ prefix }: { prefix: string }) => (
  <>
    <link rel="alternate" type="application/atom+xml" href={`${prefix}/changes.atom`} title="Rockola" />
    <link rel="search" type="application/opensearchdescription+xml" href={prefix + sitePaths.openSearch} title="Rockola" />
    <link rel="manifest" href={prefix + sitePaths.manifest} />
    <link rel="apple-touch-icon" href={`${prefix}/assets/icon-180.png`} />
  </>
));

type PreviewProps = {
  title: string;
  description: string | undefined;
  url: string;
  preview: Shown['preview'];
  assets: string;
  language: string;
};

/** Metadata for search engines and link previews (Open Graph). */
function Preview({ title, description, url, preview, assets, language }: PreviewProps) {
  const picture = preview?.picture || `${assets}/${previewFile(preview?.year)}`;
  return (
    <>
      <link rel="canonical" href={url} />
      {description && <meta name="description" content={description} />}
      <meta property="og:site_name" content="Rockola" />
      <meta property="og:title" content={oneLine(title)} />
      <meta property="og:type" content="website" />
      <meta property="og:url" content={url} />
      <meta property="og:locale" content={language === 'es' ? 'es_AR' : 'en_GB'} />
      {description && <meta property="og:description" content={description} />}
      <meta property="og:image" content={picture} />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}

/** The path and query of the shown page, without `lang`. The answer to a POST takes the query of `path`. */
function addressOf({ ctx }: Visit, path: string): [string, URLSearchParams] {
  const [pathname = '', pathQuery = ''] = path.split('?');
  const query = new URLSearchParams(ctx.method === 'POST' ? pathQuery : ctx.search);
  query.delete('lang');
  return [pathname, query];
}

/** The account and the button to sign out; for visitors the link to sign in, which leads back to this page. */
function Self({ visit: { language, prefix, member }, path }: { visit: Visit; path: string }) {
  const words = memberTexts[language].self;
  if (!member) {
    const [pathname = ''] = path.split('?');
    const next = path === '/' || Object.values<string>(formPaths).includes(pathname) ? '' : `?${new URLSearchParams({ next: path })}`;
    return (
      <nav class="self" aria-label={words.label}>
        <a href={`${prefix}${formPaths.signIn}${next}`}>{words.signIn}</a>
      </nav>
    );
  }
  return (
    <nav class="self" aria-label={words.label}>
      <a class="who" href={prefix + formPaths.account}>
        <bdi>{member.account.name}</bdi>
      </a>
      <form method="post" action={prefix + formPaths.signOut}>
        <button type="submit" class="plain">
          {words.signOut}
        </button>
      </form>
    </nav>
  );
}
