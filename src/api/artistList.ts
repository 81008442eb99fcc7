import { foundReply, pageReply, readPage } from '../http/page.ts';
import { route } from '../http/route.ts';
import { artist } from '../model/artist.ts';
import { artistQuery, filterParams, isFiltered, isSlow } from '../model/artistQuery.ts';
import { chain } from '../model/awaitable.ts';
import { pageOf } from '../model/page.ts';
import { reads } from '../operations/reads.ts';

const path = '/api/v1/artists';

export const artistListRoute = route({
  operation: 'listArtists',
  method: 'get',
  path,
  tag: 'Artists',
  summary: 'List artists',
  description:
    'Ordered by id unless `sort` chooses another order. An artist must match every filter. Follow `meta.next` to read all: it neither skips nor repeats artists while others are added, renamed or removed. With `q` the likeliest come first. With a filter `meta.total` is exact below 10,000; 10,000 means 10,000 or more.',
  query: artistQuery,
  success: { status: 200, description: 'One page of artists', schema: pageOf('ArtistPage', artist.shown), headers: ['ETag', 'Link'] },
  handle({ query, headers, caller, cached }, { store, config }) {
    const { limit, offset, after, sort, q, ...filter } = query;
    if (q !== undefined) {
      const found = store.readSlow(reads.searchArtists, { q, limit, offset, ...filter }, caller());
      return chain(found, (slice) => foundReply(slice, query, { path, query: { q, ...filterParams(filter) } }, config.prefix, headers));
    }
    const find = () => (isSlow(query) ? store.readSlow(reads.findArtists, query, caller()) : store.read(reads.findArtists.run, query));
    const inOrderOfId = sort === 'id' && typeof after !== 'object' && !isFiltered(query);
    const readList = () => (inOrderOfId ? readPage(store, reads.listArtists, { limit, offset, after }, caller) : find());
    const filtered = { ...(sort !== 'id' && { sort }), ...filterParams(query) };
    return cached(() => chain(readList(), (slice) => pageReply(slice, query, path, config.prefix, headers, filtered)));
  },
});
