import { z } from 'zod';
import { respondText } from '../../http/compressed.ts';
import { respond } from '../../http/respond.ts';
import { integerTextBetween, maxInt64 } from '../../model/int64.ts';
import { showTime } from '../../model/time.ts';
import { reads } from '../../operations/reads.ts';
import { artistPath, sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Visit } from '../visit.ts';
import { xml } from './atom.ts';

/** What search machines may read: all pages, but neither searches nor histories, which only repeat what is elsewhere. */
export async function robots({ c, prefix, services }: Visit): Promise<Response> {
  const lines = [
    'User-agent: *',
    ...['/api/', '/search', '/account/', '/artists/*/history'].map((path) => `Disallow: ${prefix}${path}`),
    `Sitemap: ${services.publicUrl}${sitePaths.sitemap}`,
  ];
  return respond(c, 200, `${lines.join('\n')}\n`, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' });
}

const partQuery = z.object({ after: integerTextBetween(0n, maxInt64).optional() });

/** The artists for search machines (sitemaps.org): the list of the parts, or one of them. */
export async function sitemap(visit: Visit): Promise<Response> {
  const { c, services } = visit;
  const { after } = readQuery(visit, partQuery);
  const text = after === undefined ? await listOfParts(visit) : await part(visit, after);
  services.limits.countAnswer(c.get('client'), text);
  return respondText(c, 200, text, { 'Content-Type': 'application/xml; charset=utf-8' });
}

async function listOfParts({ services: { store, publicUrl }, caller }: Visit): Promise<string> {
  const parts = await store.readSlow(reads.listSitemapParts, undefined, caller());
  return list(
    'sitemapindex',
    parts.map((after) => `<sitemap><loc>${xml(`${publicUrl}${sitePaths.sitemap}?after=${after}`)}</loc></sitemap>`),
  );
}

async function part({ services: { store, publicUrl }, caller }: Visit, after: bigint): Promise<string> {
  const artists = await store.readSlow(reads.readSitemapPart, { after }, caller());
  return list(
    'urlset',
    artists.map((artist) => `<url><loc>${xml(publicUrl + artistPath(artist))}</loc><lastmod>${showTime(artist.changedAt)}</lastmod></url>`),
  );
}

function list(name: string, entries: string[]): string {
  const start = `<?xml version="1.0" encoding="utf-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return [start, ...entries, `</${name}>\n`].join('\n');
}
