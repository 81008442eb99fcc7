import { z } from 'zod';
import { artistData } from '../http/linkedData.ts';
import type { Route } from '../http/route.ts';
import { artist } from '../model/artist.ts';
import { chain } from '../model/awaitable.ts';
import { idText } from '../model/int64.ts';
import { readKnownArtist } from '../operations/known.ts';
import { reads } from '../operations/reads.ts';
import { artistOperations } from '../operations/registered.ts';
import { duplicatesBeforeAdding } from '../operations/search/duplicates.ts';
import { artistListRoute } from './artistList.ts';
import { withParts } from './artistParts.ts';
import { recordRoutes, wordsFor } from './record.ts';
import { historyRoutes } from './revision.ts';

const one = {
  type: artist,
  tag: 'Artists',
  path: '/api/v1/artists/{artistId}',
  params: z.strictObject({ artistId: idText }),
};

const word = wordsFor(artist.name);
const ownRoutes = recordRoutes({
  ...one,
  listPath: '/api/v1/artists',
  listParams: z.strictObject({}),
  idParam: 'artistId',
  operations: artistOperations,
  duplicates: ({ name }, { store }, caller) => duplicatesBeforeAdding(store, reads.findDuplicates, name, caller),
  linkedData: (params, { store, publicUrl }) => chain(store.read(readKnownArtist, params), (known) => artistData(known, publicUrl)),
  removed: 'The artist and its albums are gone',
  words: {
    create: word(
      'create',
      'Add a new artist',
      'The `id` is used if it is free, else another is assigned and the answer says which. With `If-None-Match: *` it is that one or none.',
    ),
    read: word(
      'read',
      'Read an artist',
      'The members of the artist; its version and date are in the headers. With `at`, as it stood at that time. As JSON-LD with its members, groups, albums and other names.',
    ),
    replace: word('update', 'Update an artist', 'Carries the full artist; PATCH changes single members.'),
    patch: word('patch', 'Update some fields of an artist', 'A JSON Merge Patch (RFC 7396): members that are absent stay as they are.'),
    remove: word('delete', 'Delete an artist and its albums', 'Its albums go with it in the same change. Its id is never given again.'),
    revert: word(
      'revert',
      'Restore an artist to a version',
      'One that is deleted comes back, with the albums that went with it; that takes the right to delete it. It is a new version, which names the one it brings back.',
    ),
  },
});

const [createRoute, readRoute, ...changeRoutes] = ownRoutes as [Route, Route, ...Route[]];

export const artistRoutes = [
  artistListRoute,
  createRoute,
  withParts(readRoute),
  ...changeRoutes,
  ...historyRoutes({ ...one, reads: artistOperations.history }),
];
