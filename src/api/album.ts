import { z } from 'zod';
import { albumData } from '../http/linkedData.ts';
import { pageReply, readPage } from '../http/page.ts';
import { route } from '../http/route.ts';
import { album } from '../model/album.ts';
import { listedAlbum } from '../model/albumQuery.ts';
import { chain } from '../model/awaitable.ts';
import { idText } from '../model/int64.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { fill } from '../model/recordPath.ts';
import { readKnownAlbum } from '../operations/known.ts';
import { reads } from '../operations/reads.ts';
import { albumOperations } from '../operations/registered.ts';
import { recordRoutes, wordsFor } from './record.ts';
import { historyRoutes } from './revision.ts';

const one = {
  type: album,
  tag: 'Albums',
  path: '/api/v1/artists/{artistId}/albums/{albumId}',
  params: z.strictObject({ artistId: idText, albumId: idText }),
};

const listPath = '/api/v1/artists/{artistId}/albums';
const listParams = z.strictObject({ artistId: idText });

const credited = z
  .enum(['true'], 'must be true')
  .optional()
  .meta({ description: 'Also the albums of others that credit the artist', example: 'true' });

const listRoute = route({
  operation: 'listAlbums',
  method: 'get',
  path: listPath,
  params: listParams,
  tag: one.tag,
  summary: "List an artist's albums",
  description: 'Ordered by id. With `credited` also the albums of others that credit the artist, each with the artist it is by.',
  query: z.strictObject({ ...pageQuery.shape, credited }),
  success: {
    status: 200,
    description: 'One page of albums',
    schema: pageOf('AlbumPage', z.union([album.shown, listedAlbum])),
    headers: ['ETag', 'Link'],
  },
  handle({ params, query, headers, caller, cached }, { store, config }) {
    const { credited, ...page } = query;
    const list = credited ? reads.listCreditedAlbums : reads.listAlbums;
    const look = () => readPage(store, list as typeof reads.listAlbums, { ...params, ...page }, caller);
    const own = credited && { credited };
    return cached(() => chain(look(), (slice) => pageReply(slice, query, fill(listPath, params), config.prefix, headers, own)));
  },
});

const word = wordsFor(album.name);
const ownRoutes = recordRoutes({
  ...one,
  listPath,
  listParams,
  idParam: 'albumId',
  operations: albumOperations,
  linkedData: (params, { store, publicUrl }) => chain(store.read(readKnownAlbum, params), (known) => albumData(known, publicUrl)),
  removed: 'The album is gone',
  words: {
    create: word('create', 'Add an album to an artist', 'The `id` is used if it is free, as for artists; album ids are global.'),
    read: word(
      'read',
      'Read an album',
      'An album is found only under its own artist. With `at`, as it stood at that time. As JSON-LD with its artist.',
    ),
    replace: word('update', 'Update an album', 'Carries the full album; PATCH changes single members.'),
    patch: word('patch', 'Update some fields of an album', 'A JSON Merge Patch (RFC 7396): members that are absent stay as they are.'),
    remove: word('delete', 'Delete an album', 'Its id is never given again.'),
    revert: word(
      'revert',
      'Restore an album to a version',
      'One that is deleted comes back; that takes the right to delete it. It is a new version, which names the one it brings back.',
    ),
  },
});

export const albumRoutes = [listRoute, ...ownRoutes, ...historyRoutes({ ...one, reads: albumOperations.history })];
