import { z } from '@hono/zod-openapi';
import { pageReply } from '../http/page.ts';
import { changedReply, createdReply, readReply } from '../http/revisionReply.ts';
import { route } from '../http/route.ts';
import { artist, artistPatch, artistReplacement, newArtist } from '../model/artist.ts';
import { idText } from '../model/int64.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { createArtist, deleteArtist, listArtists, patchArtist, readArtist, replaceArtist } from '../operations/artists.ts';

const tag = 'Artists';
const path = '/api/v1/artists';
const onePath = '/api/v1/artists/{artistId}';
const params = z.strictObject({ artistId: idText });
const changeConditions = ['If-Match', 'If-Unmodified-Since', 'If-None-Match'] as const;

export const artistRoutes = [
  route({
    operation: 'listArtists',
    method: 'get',
    path,
    tag,
    summary: 'List artists',
    description: 'Ordered by id. Follow `meta.next` to read all: it neither skips nor repeats artists while others are added or removed.',
    query: pageQuery,
    success: { status: 200, description: 'One page of artists', schema: pageOf('ArtistPage', artist), headers: ['ETag', 'Link'] },
    conditions: ['If-None-Match'],
    problems: ['invalid-input'],
    async handle({ query, headers }, { store, config }) {
      return pageReply(await store.read(listArtists, query), query, path, config.prefix, headers);
    },
  }),

  route({
    operation: 'createArtist',
    method: 'post',
    path,
    tag,
    summary: 'Add a new artist',
    description:
      'The `id` is a wish: it is honoured while it is free, else another is assigned and the answer says which. `If-None-Match: *` insists on it.',
    needs: 'write artists',
    body: newArtist,
    conditions: ['If-None-Match'],
    success: { status: 201, description: 'The artist as it was added', schema: artist, headers: ['Location', 'ETag', 'Last-Modified'] },
    problems: ['malformed-json', 'invalid-input', 'precondition-failed'],
    async handle({ body, conditions, actor }, { store, config }) {
      const created = await store.change(createArtist, actor, { artist: body, insist: conditions.ifNoneMatch === '*' });
      return createdReply(created, `${config.prefix}${path}/${created.record.id}`);
    },
  }),

  route({
    operation: 'readArtist',
    method: 'get',
    path: onePath,
    tag,
    summary: 'Read an artist',
    params,
    conditions: ['If-None-Match', 'If-Modified-Since'],
    success: { status: 200, description: 'The artist', schema: artist, headers: ['ETag', 'Last-Modified'] },
    problems: ['invalid-input', 'not-found'],
    async handle({ params, headers }, { store }) {
      return readReply(await store.read(readArtist, params.artistId), headers);
    },
  }),

  route({
    operation: 'updateArtist',
    method: 'put',
    path: onePath,
    tag,
    summary: 'Update an artist',
    description: 'Carries the full artist; PATCH changes single members.',
    needs: 'write artists',
    params,
    body: artistReplacement,
    idParam: 'artistId',
    conditions: [...changeConditions],
    success: { status: 200, description: 'The artist as it now is', schema: artist, headers: ['ETag', 'Last-Modified'] },
    problems: ['malformed-json', 'invalid-input', 'not-found', 'precondition-failed'],
    async handle({ params, body: { id: _, ...fields }, conditions, actor }, { store }) {
      return changedReply(await store.change(replaceArtist, actor, { id: params.artistId, fields, conditions }));
    },
  }),

  route({
    operation: 'patchArtist',
    method: 'patch',
    path: onePath,
    tag,
    summary: 'Change single members of an artist',
    needs: 'write artists',
    params,
    body: artistPatch,
    idParam: 'artistId',
    mergePatch: true,
    conditions: [...changeConditions],
    success: { status: 200, description: 'The artist as it now is', schema: artist, headers: ['ETag', 'Last-Modified'] },
    problems: ['malformed-json', 'invalid-input', 'not-found', 'precondition-failed'],
    async handle({ params, body: { id: _, ...fields }, conditions, actor }, { store }) {
      return changedReply(await store.change(patchArtist, actor, { id: params.artistId, fields, conditions }));
    },
  }),

  route({
    operation: 'deleteArtist',
    method: 'delete',
    path: onePath,
    tag,
    summary: 'Delete an artist and its albums',
    needs: 'delete artists',
    params,
    conditions: [...changeConditions],
    success: { status: 204, description: 'The artist and its albums are gone' },
    problems: ['invalid-input', 'not-found', 'precondition-failed'],
    async handle({ params, conditions, actor }, { store }) {
      await store.change(deleteArtist, actor, { id: params.artistId, conditions });
      return { status: 204 };
    },
  }),
];
