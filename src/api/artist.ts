import { artistData } from '../http/linkedData.ts';
import type { Route } from '../http/route.ts';
import { chain } from '../model/awaitable.ts';
import { readLinkedArtist } from '../operations/known.ts';
import { reads } from '../operations/reads.ts';
import { duplicatesBeforeAdding } from '../operations/search/duplicates.ts';
import { artistListRoute } from './artistList.ts';
import { withParts } from './artistParts.ts';
import { recordRoutes } from './record.ts';

const ownRoutes = recordRoutes({
  kind: 'artist',
  tag: 'Artists',
  nameWithArticle: 'an artist',
  duplicates: (name, { store }, { caller }) =>
    duplicatesBeforeAdding(store, 'artist', () => store.readSlow(reads.findDuplicates, { name }, caller())),
  linkedData: (params, { store, publicUrl, config }) =>
    chain(store.read(readLinkedArtist, params), (known) => artistData(known, publicUrl, config)),
  removed: 'The artist and its albums are gone',
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

export const artistRoutes = [artistListRoute, createRoute, withParts(readRoute), ...otherRoutes];
