import { z } from '@hono/zod-openapi';
import { pageReply } from '../http/page.ts';
import { changedReply, createdReply, readReply } from '../http/revisionReply.ts';
import { route } from '../http/route.ts';
import { album, albumPatch, albumReplacement, newAlbum } from '../model/album.ts';
import { idText } from '../model/int64.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { createAlbum, deleteAlbum, listAlbums, patchAlbum, readAlbum, replaceAlbum } from '../operations/albums.ts';

const tag = 'Albums';
const path = '/api/v1/artists/{artistId}/albums';
const onePath = '/api/v1/artists/{artistId}/albums/{albumId}';
const artistParams = z.strictObject({ artistId: idText });
const params = z.strictObject({ artistId: idText, albumId: idText });
const changeConditions = ['If-Match', 'If-Unmodified-Since', 'If-None-Match'] as const;

const pathOf = (artistId: bigint) => `/api/v1/artists/${artistId}/albums`;

export const albumRoutes = [
  route({
    operation: 'listAlbums',
    method: 'get',
    path,
    tag,
    summary: "List an artist's albums",
    description: 'Ordered by id.',
    params: artistParams,
    query: pageQuery,
    conditions: ['If-None-Match'],
    success: { status: 200, description: 'One page of albums', schema: pageOf('AlbumPage', album), headers: ['ETag', 'Link'] },
    problems: ['invalid-input', 'not-found'],
    async handle({ params: { artistId }, query, headers }, { store, config }) {
      return pageReply(await store.read(listAlbums, { artistId, ...query }), query, pathOf(artistId), config.prefix, headers);
    },
  }),

  route({
    operation: 'createAlbum',
    method: 'post',
    path,
    tag,
    summary: 'Add an album to an artist',
    description: 'The `id` is a wish, as for artists; album ids are global.',
    needs: 'write albums',
    params: artistParams,
    body: newAlbum,
    conditions: ['If-None-Match'],
    success: { status: 201, description: 'The album as it was added', schema: album, headers: ['Location', 'ETag', 'Last-Modified'] },
    problems: ['malformed-json', 'invalid-input', 'not-found', 'precondition-failed'],
    async handle({ params: { artistId }, body, conditions, actor }, { store, config }) {
      const created = await store.change(createAlbum, actor, { artistId, album: body, insist: conditions.ifNoneMatch === '*' });
      return createdReply(created, `${config.prefix}${pathOf(artistId)}/${created.record.id}`);
    },
  }),

  route({
    operation: 'readAlbum',
    method: 'get',
    path: onePath,
    tag,
    summary: 'Read an album',
    params,
    conditions: ['If-None-Match', 'If-Modified-Since'],
    success: { status: 200, description: 'The album', schema: album, headers: ['ETag', 'Last-Modified'] },
    problems: ['invalid-input', 'not-found'],
    async handle({ params, headers }, { store }) {
      return readReply(await store.read(readAlbum, params), headers);
    },
  }),

  route({
    operation: 'updateAlbum',
    method: 'put',
    path: onePath,
    tag,
    summary: 'Update an album',
    description: 'Carries the full album; PATCH changes single members.',
    needs: 'write albums',
    params,
    body: albumReplacement,
    idParam: 'albumId',
    conditions: [...changeConditions],
    success: { status: 200, description: 'The album as it now is', schema: album, headers: ['ETag', 'Last-Modified'] },
    problems: ['malformed-json', 'invalid-input', 'not-found', 'precondition-failed'],
    async handle({ params, body: { id: _, ...fields }, conditions, actor }, { store }) {
      return changedReply(await store.change(replaceAlbum, actor, { ...params, fields, conditions }));
    },
  }),

  route({
    operation: 'patchAlbum',
    method: 'patch',
    path: onePath,
    tag,
    summary: 'Change single members of an album',
    needs: 'write albums',
    params,
    body: albumPatch,
    idParam: 'albumId',
    mergePatch: true,
    conditions: [...changeConditions],
    success: { status: 200, description: 'The album as it now is', schema: album, headers: ['ETag', 'Last-Modified'] },
    problems: ['malformed-json', 'invalid-input', 'not-found', 'precondition-failed'],
    async handle({ params, body: { id: _, ...fields }, conditions, actor }, { store }) {
      return changedReply(await store.change(patchAlbum, actor, { ...params, fields, conditions }));
    },
  }),

  route({
    operation: 'deleteAlbum',
    method: 'delete',
    path: onePath,
    tag,
    summary: 'Delete an album',
    needs: 'delete albums',
    params,
    conditions: [...changeConditions],
    success: { status: 204, description: 'The album is gone' },
    problems: ['invalid-input', 'not-found', 'precondition-failed'],
    async handle({ params, conditions, actor }, { store }) {
      await store.change(deleteAlbum, actor, { ...params, conditions });
      return { status: 204 };
    },
  }),
];
