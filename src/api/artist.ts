import { linkedDataType, prefers, requireJsonAccepted } from '../http/accept.ts';
import { jsonReply } from '../http/contentReply.ts';
import { artistData } from '../http/linkedData.ts';
import { foundReply, pageReply, readPage } from '../http/page.ts';
import { type Route, route } from '../http/route.ts';
import { artist } from '../model/artist.ts';
import { artistAnswer, artistReadQuery } from '../model/artistParts.ts';
import { artistQuery, filterParams, isFiltered, isSlow } from '../model/artistQuery.ts';
import { chain } from '../model/awaitable.ts';
import { pageOf } from '../model/page.ts';
import type { PathOf } from '../model/record.ts';
import { readLinkedArtist } from '../operations/known.ts';
import { reads } from '../operations/reads.ts';
import { duplicatesBeforeAdding } from '../operations/search/duplicates.ts';
import { recordRoutes } from './record.ts';

const path = '/api/v1/artists';

const listRoute = route({
  operation: 'listArtists',
  method: 'get',
  path,
  tag: 'Artists',
  summary: 'List artists',
  description:
    'Ordered by id unless `sort` chooses another order. An artist must match every filter. Follow `meta.next` to read all: it neither skips nor repeats artists while others are added, renamed or removed. With `q` the likeliest come first. With a filter `meta.total` is exact below 10,000; 10,000 means 10,000 or more.',
  query: artistQuery,
  success: { status: 200, description: 'One page of artists', schema: pageOf('ArtistPage', artist.shown), headers: ['ETag', 'Link'] },
  handle({ query, caller, cached }, { store, config }) {
    const { limit, offset, after, sort, q, ...filter } = query;
    if (q !== undefined) {
      const found = store.readSlow(reads.searchArtists, { q, limit, offset, ...filter }, caller());
      return chain(found, (slice) => foundReply(slice, query, { path, query: { q, ...filterParams(filter) } }, config.prefix));
    }
    const find = () => (isSlow(query) ? store.readSlow(reads.findArtists, query, caller()) : store.read(reads.findArtists.run, query));
    const inOrderOfId = sort === 'id' && typeof after !== 'object' && !isFiltered(query);
    const readList = () => (inOrderOfId ? readPage(store, reads.listArtists, { limit, offset, after }, caller) : find());
    const filtered = { ...(sort !== 'id' && { sort }), ...filterParams(query) };
    return cached(() => chain(readList(), (slice) => pageReply(slice, query, path, config.prefix, filtered)));
  },
});

const ownRoutes = recordRoutes({
  kind: 'artist',
  tag: 'Artists',
  nameWithArticle: 'an artist',
  duplicates: (name, { store }, { caller }) =>
    duplicatesBeforeAdding(store, 'artist', () => store.readSlow(reads.findDuplicates, { name }, caller())),
  linkedData: (params, { store, publicUrl, config }) =>
    chain(store.read(readLinkedArtist, params), (known) => artistData(known, publicUrl, config)),
  words: {
    create: {
      summary: 'Add a new artist',
      description:
        'The `id` is used if it is free; else another is assigned, and the answer has it. With `If-None-Match: *` a taken id is refused instead.',
    },
    read: {
      description:
        'The members of the artist; its version and date are in the headers. With `at`, as it stood at that time. As JSON-LD with its members, groups, albums and other names.',
    },
    replace: { description: 'Carries the full artist; PATCH changes single members.' },
    remove: {
      summary: 'Delete an artist and its albums',
      description: 'Its albums go with it in the same change. Its id is never given again.',
    },
    revert: {
      description:
        'Restores a deleted artist together with the albums that were deleted with it; this requires the right to delete. The new version names the version that it restores.',
    },
  },
});

const [createRoute, readRoute, ...otherRoutes] = ownRoutes as [Route, Route, ...Route[]];

export const artistRoutes = [listRoute, createRoute, withParts(readRoute), ...otherRoutes];

/** The route that reads an artist. With `include` its answer also has some of the artist's lists. */
function withParts(read: Route): Route {
  return route({
    ...read,
    description: `${read.description} With \`include\` the artist and the first records of its lists in one answer, always as plain JSON.`,
    query: artistReadQuery,
    success: { ...read.success, schema: artistAnswer },
    handle(input, services) {
      const { include } = input.query;
      if (include === undefined) return read.handle(input, services);
      const { headers, cached } = input;
      if (prefers(linkedDataType, headers)) requireJsonAccepted(headers);
      const partsQuery = { ...(input.params as PathOf<'artist'>), include };
      return cached(() => chain(services.store.read(reads.readArtistParts.run, partsQuery), jsonReply));
    },
  });
}
