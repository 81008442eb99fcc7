import { respondText } from '../../http/compressed.ts';
import { readPage } from '../../http/page.ts';
import { respond } from '../../http/respond.ts';
import { maxLimit } from '../../model/page.ts';
import { reads } from '../../operations/reads.ts';
import { artistPath, sitePaths } from '../paths.ts';
import type { Visit } from '../visit.ts';
import { xml } from './atom.ts';

/** What search machines may read: all pages, but neither searches nor histories, which only repeat what is elsewhere. */
export async function robots({ c, prefix, services }: Visit): Promise<Response> {
  const lines = [
    'User-agent: *',
    ...['/api/', '/search', '/account/'].map((path) => `Disallow: ${prefix}${path}`),
    `Disallow: ${prefix}/artists/*/history`,
    `Sitemap: ${services.publicUrl}${sitePaths.sitemap}`,
  ];
  return respond(c, 200, `${lines.join('\n')}\n`, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' });
}

export async function sitemap({ c, services, caller }: Visit): Promise<Response> {
  const { records } = await readPage(services.store, reads.listArtists, { limit: BigInt(maxLimit), offset: 0n, after: undefined }, caller);
  const urls = records.map((artist) => `<url><loc>${xml(services.publicUrl + artistPath(artist))}</loc></url>`);
  const text = `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${urls.join('\n')}
</urlset>
`;
  return respondText(c, 200, text, { 'Content-Type': 'application/xml; charset=utf-8' });
}
