import { respondText } from '../../http/compressed.ts';
import { xml } from '../../model/xml.ts';
import { sitePaths } from '../paths.ts';
import type { Visit } from '../visit.ts';

/** The description that a phone uses to install the site (W3C Web Application Manifest). */
export async function manifest({ ctx, prefix, texts, language }: Visit): Promise<Response> {
  const icon = (file: string, sizes: string, type: string) => ({ src: `${prefix}/assets/${file}`, sizes, type });
  const webManifest = {
    name: `Rockola: ${texts.front.title}`,
    short_name: 'Rockola',
    lang: language,
    start_url: `${prefix}/`,
    scope: `${prefix}/`,
    display: 'minimal-ui',
    background_color: '#f7f2e8',
    theme_color: '#b8102d',
    icons: [icon('icon.svg', 'any', 'image/svg+xml'), icon('icon-512.png', '512x512', 'image/png')],
  };
  return respondText(ctx, 200, JSON.stringify(webManifest), {
    'Content-Type': 'application/manifest+json',
    Vary: 'Accept-Language, Cookie',
  });
}

/** The description that a browser uses to search here (OpenSearch 1.1). */
export async function openSearch({ ctx, services: { publicUrl }, texts }: Visit): Promise<Response> {
  const text = `<?xml version="1.0" encoding="utf-8"?>
<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">
<ShortName>Rockola</ShortName>
<Description>${xml(texts.front.title)}</Description>
<InputEncoding>UTF-8</InputEncoding>
<Image width="16" height="16" type="image/svg+xml">${xml(`${publicUrl}/assets/icon.svg`)}</Image>
<Url type="text/html" template="${xml(`${publicUrl}${sitePaths.search}?q={searchTerms}`)}"/>
</OpenSearchDescription>
`;
  return respondText(ctx, 200, text, {
    'Content-Type': 'application/opensearchdescription+xml; charset=utf-8',
    Vary: 'Accept-Language, Cookie',
  });
}
