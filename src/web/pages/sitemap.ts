import { z } from 'zod';
import { respondText } from '../../http/compressed.ts';
import { respond } from '../../http/respond.ts';
import { integerTextBetween, maxInt64 } from '../../model/int64.ts';
import { entryKinds } from '../../model/record.ts';
import { showTime } from '../../model/time.ts';
import { xml } from '../../model/xml.ts';
import { reads } from '../../operations/reads.ts';
import type { SitemapEntry, SitemapPart } from '../../operations/sitemap.ts';
import { albumPath, artistPath, sitePages, sitePaths, siteTable } from '../paths.ts';
import { readQuery } from '../query.ts';
import type { Visit } from '../visit.ts';

/** Paths that search engines should not index: the API, and the pages of an account. */
const closed = ['/api/', '/account/'];

const unindexed = sitePages.filter((page) => !siteTable[page].indexed).map((page) => sitePaths[page].replaceAll(/:\w+/g, '*'));

export async function robots({ ctx, prefix, services }: Visit): Promise<Response> {
  const lines = [
    'User-agent: *',
    ...[...closed, ...unindexed].map((path) => `Disallow: ${prefix}${path}`),
    `Sitemap: ${services.publicUrl}${sitePaths.sitemap}`,
  ];
  return respond(ctx, 200, `${lines.join('\n')}\n`, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' });
}

const partQuery = z.object({ kind: z.enum(entryKinds).default('artist'), after: integerTextBetween(0n, maxInt64).optional() });

/** The index of the parts, or one part (sitemaps.org). */
export async function sitemap(visit: Visit): Promise<Response> {
  const { ctx, services } = visit;
  const { kind, after } = readQuery(visit, partQuery);
  const text = after === undefined ? await listOfParts(visit) : await part(visit, { kind, after });
  services.limits.countAnswer(ctx.client, text);
  return respondText(ctx, 200, text, { 'Content-Type': 'application/xml; charset=utf-8' });
}

async function listOfParts({ services: { store, publicUrl }, caller }: Visit): Promise<string> {
  const parts = await store.readSlow(reads.listSitemapParts, undefined, caller());
  const address = ({ kind, after }: SitemapPart) => `${publicUrl}${sitePaths.sitemap}?kind=${kind}&after=${after}`;
  return list(
    'sitemapindex',
    parts.map((part) => `<sitemap><loc>${xml(address(part))}</loc></sitemap>`),
  );
}

async function part({ services: { store, publicUrl }, caller }: Visit, wanted: SitemapPart): Promise<string> {
  const entries = await store.readSlow(reads.readSitemapPart, wanted, caller());
  return list(
    'urlset',
    entries.map((entry) => `<url><loc>${xml(publicUrl + pathOf(entry))}</loc><lastmod>${showTime(entry.changedAt)}</lastmod></url>`),
  );
}

const pathOf = (entry: SitemapEntry) => (entry.artist ? albumPath(entry.artist, entry) : artistPath(entry));

function list(name: string, entries: string[]): string {
  const start = `<?xml version="1.0" encoding="utf-8"?>\n<${name} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`;
  return [start, ...entries, `</${name}>\n`].join('\n');
}
