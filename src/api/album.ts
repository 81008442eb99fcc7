import { z } from 'zod';
import { albumData } from '../http/linkedData.ts';
import { pageReply, readPage } from '../http/page.ts';
import { route } from '../http/route.ts';
import { album } from '../model/album.ts';
import { albumFilters, albumQuery, isSlow, listedAlbum, listedAlbumPage } from '../model/albumQuery.ts';
import { chain } from '../model/awaitable.ts';
import { idText } from '../model/int64.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import type { PathOf } from '../model/record.ts';
import { fill } from '../model/recordPath.ts';
import { readLinkedAlbum } from '../operations/known.ts';
import { reads } from '../operations/reads.ts';
import { duplicatesBeforeAdding } from '../operations/search/duplicates.ts';
import { recordRoutes } from './record.ts';

const albumsPath = '/api/v1/albums';

const albumListRoute = route({
  operation: 'findAlbums',
  method: 'get',
  path: albumsPath,
  tag: 'Albums',
  summary: 'List the albums of all artists',
  description:
    'Each album has its artist. `sort` chooses the order; without it, the order is by id. Filters choose which albums are listed. Follow `meta.next` to read all. `meta.total` is exact below 10,000; 10,000 means 10,000 or more.',
  query: albumQuery,
  success: { status: 200, description: 'One page of albums', schema: listedAlbumPage, headers: ['ETag', 'Link'] },
  handle({ query, caller, cached }, { store, config }) {
    const { limit: _limit, offset: _offset, after: _after, sort, ...filter } = query;
    const filtered = { ...(sort !== 'id' && { sort }), ...albumFilters.params(filter) };
    const find = () => (isSlow(query) ? store.readSlow(reads.findAlbums, query, caller()) : store.read(reads.findAlbums.run, query));
    return cached(() => chain(find(), (slice) => pageReply(slice, query, albumsPath, config.prefix, filtered)));
  },
});

const listPath = '/api/v1/artists/{artistId}/albums';

const credited = z
  .enum(['true'], 'must be true')
  .optional()
  .meta({ description: 'Also the albums of others that credit the artist', example: 'true' });

const listRoute = route({
  operation: 'listAlbums',
  method: 'get',
  path: listPath,
  params: z.strictObject({ artistId: idText }),
  tag: 'Albums',
  summary: "List an artist's albums",
  description: 'Ordered by id. With `credited` also the albums of others that credit the artist, each with its artist.',
  query: z.strictObject({ ...pageQuery.shape, credited }),
  success: {
    status: 200,
    description: 'One page of albums',
    schema: pageOf('AlbumPage', z.union([album.shown, listedAlbum])),
    headers: ['ETag', 'Link'],
  },
  handle({ params, query, caller, cached }, { store, config }) {
    const { credited, ...page } = query;
    const list = credited ? reads.listCreditedAlbums : reads.listAlbums;
    const readList = () => readPage(store, list as typeof reads.listAlbums, { ...params, ...page }, caller);
    const filter = credited && { credited };
    return cached(() => chain(readList(), (slice) => pageReply(slice, query, fill(listPath, params), config.prefix, filter)));
  },
});

export const albumRoutes = [
  listRoute,
  ...recordRoutes({
    kind: 'album',
    tag: 'Albums',
    nameWithArticle: 'an album',
    duplicates: (name, { store }, { params, caller }) =>
      duplicatesBeforeAdding(store, 'album', () =>
        store.readSlow(reads.findSameAlbums, { ...(params as PathOf<'artist'>), names: [name] }, caller()),
      ),
    linkedData: (params, { store, publicUrl, config }) =>
      chain(store.read(readLinkedAlbum, params), (known) => albumData(known, publicUrl, config)),
    words: {
      create: {
        description:
          'The `id` is used if it is free, as for artists; album ids are global. `Link` names albums of the artist with that name.',
      },
      read: {
        description: 'An album is found only under its own artist. With `at`, as it stood at that time. As JSON-LD with its artist.',
      },
      replace: { description: 'Carries the full album; PATCH changes single members.' },
      revert: {
        description: 'A deleted album comes back; this needs the right to delete it. The new version names the version that it restores.',
      },
    },
  }),
  albumListRoute,
];
