import { z } from 'zod';
import { contentReply } from '../http/contentReply.ts';
import { pageReply } from '../http/page.ts';
import { route } from '../http/route.ts';
import { ownId } from '../model/actor.ts';
import { idText } from '../model/int64.ts';
import { toJson } from '../model/json.ts';
import { keyPatch, keyShape, madeKeyShape, newKey, showKey } from '../model/key.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { hashSecret, makeApiKey } from '../model/secret.ts';
import { listOwnKeys, readOwnKey } from '../operations/key.ts';
import { writes } from '../operations/writes.ts';

const path = '/api/v1/user/keys';
const common = { path, tag: 'Own account', needs: 'manage own account' } as const;
const single = { ...common, path: `${path}/{keyId}`, params: z.strictObject({ keyId: idText }) };

export const keyRoutes = [
  route({
    operation: 'listKeys',
    method: 'get',
    ...common,
    summary: 'List your lasting API keys',
    description: 'Ordered by id, without the keys of logins, which end with their login.',
    query: pageQuery,
    success: { status: 200, description: 'One page of keys', schema: pageOf('ApiKeyPage', keyShape), headers: ['ETag', 'Link'] },
    async handle({ query, actor }, { store, config }) {
      const slice = await store.read(listOwnKeys, { accountId: ownId(actor), page: query });
      return pageReply({ ...slice, records: slice.records.map(showKey) }, query, path, config.prefix);
    },
  }),

  route({
    operation: 'createKey',
    method: 'post',
    ...common,
    summary: 'Make a lasting API key',
    description:
      'Only this answer shows the key. It can have no scope that the credential of the request lacks. If a lasting key makes it, it ends no later than that key; if a login makes it, it outlives the login.',
    body: newKey,
    success: { status: 201, description: 'The key', schema: madeKeyShape, headers: ['Location'] },
    async handle({ body: { name, scopes, expires_at: expiresAt }, actor }, { store, config }) {
      const key = makeApiKey();
      const created = await store.write(writes.createOwnKey, actor, { name, scopes, expiresAt, hash: hashSecret(key) });
      return { status: 201, body: toJson({ ...showKey(created), key }), headers: { Location: `${config.prefix}${path}/${created.id}` } };
    },
  }),

  route({
    operation: 'readKey',
    method: 'get',
    ...single,
    summary: 'Read one of your API keys',
    description: 'A lasting key of yours, without the key itself.',
    success: { status: 200, description: 'The key, without the key itself', schema: keyShape, headers: ['ETag'] },
    async handle({ params, actor }, { store }) {
      return contentReply(showKey(await store.read(readOwnKey, { accountId: ownId(actor), id: params.keyId })));
    },
  }),

  route({
    operation: 'patchKey',
    method: 'patch',
    ...single,
    summary: 'Change one of your API keys',
    description:
      'Afterwards it can have no scope that the credential of the request lacks. A lasting key can extend only keys that it made, and only up to its own time and scopes. What is taken from a key is taken from those that it made.',
    body: keyPatch,
    mergePatch: true,
    success: { status: 200, description: 'The key as it now is', schema: keyShape },
    async handle({ params, body: { name, scopes, expires_at: expiresAt }, actor }, { store }) {
      const changed = await store.write(writes.patchOwnKey, actor, { id: params.keyId, name, scopes, expiresAt });
      return { status: 200, body: toJson(showKey(changed)) };
    },
  }),

  route({
    operation: 'revokeKey',
    method: 'delete',
    ...single,
    summary: 'Revoke one of your API keys',
    description: 'The key and all keys that it made end at once.',
    success: { status: 204, description: 'The key is refused from the next request' },
    async handle({ params, actor }, { store }) {
      await store.write(writes.revokeOwnKey, actor, params.keyId);
      return { status: 204 };
    },
  }),
];
