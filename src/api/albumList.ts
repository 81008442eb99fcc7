import { pageReply } from '../http/page.ts';
import { route } from '../http/route.ts';
import { albumFilters, albumQuery, isSlow, listedAlbumPage } from '../model/albumQuery.ts';
import { chain } from '../model/awaitable.ts';
import { reads } from '../operations/reads.ts';

const path = '/api/v1/albums';

export const albumListRoute = route({
  operation: 'findAlbums',
  method: 'get',
  path,
  tag: 'Albums',
  summary: 'List the albums of all artists',
  description:
    'Each album has its artist. `sort` chooses the order; without it, the order is by id. Filters choose which albums are listed. Follow `meta.next` to read all. `meta.total` is exact below 10,000; 10,000 means 10,000 or more.',
  query: albumQuery,
  success: { status: 200, description: 'One page of albums', schema: listedAlbumPage, headers: ['ETag', 'Link'] },
  handle({ query, headers, caller, cached }, { store, config }) {
    const { limit: _limit, offset: _offset, after: _after, sort, ...filter } = query;
    const filtered = { ...(sort !== 'id' && { sort }), ...albumFilters.params(filter) };
    const find = () => (isSlow(query) ? store.readSlow(reads.findAlbums, query, caller()) : store.read(reads.findAlbums.run, query));
    return cached(() => chain(find(), (slice) => pageReply(slice, query, path, config.prefix, headers, filtered)));
  },
});
