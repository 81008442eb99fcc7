import { z } from 'zod';
import { contentReply } from '../http/contentReply.ts';
import { pageReply } from '../http/page.ts';
import { type RouteServices, route } from '../http/route.ts';
import { ownId } from '../model/actor.ts';
import { idText } from '../model/int64.ts';
import { toJson } from '../model/json.ts';
import { pageOf, pageQuery } from '../model/page.ts';
import { showTime } from '../model/time.ts';
import {
  madeWebhookShape,
  newWebhook,
  showWebhook,
  webhookPatch,
  webhookResumption,
  webhookSecretShape,
  webhookShape,
} from '../model/webhook.ts';
import { attemptList, showAttempt } from '../model/webhookAttempt.ts';
import { makeWebhookSecret } from '../model/webhookSignature.ts';
import { listOwnAttempts, listOwnWebhooks, readOwnWebhook } from '../operations/webhook.ts';
import { writes } from '../operations/writes.ts';
import { requireAllowed } from '../outbound/targetRules.ts';

const path = '/api/v1/user/webhooks';
const common = { path, tag: 'Webhooks', needs: 'manage own account' } as const;
const single = { ...common, path: `${path}/{webhookId}`, params: z.strictObject({ webhookId: idText }) };

export const webhookRoutes = [
  route({
    operation: 'listWebhooks',
    method: 'get',
    ...common,
    summary: 'List your webhooks',
    description: 'Ordered by id, each with its state.',
    query: pageQuery,
    success: { status: 200, description: 'One page of webhooks', schema: pageOf('WebhookPage', webhookShape), headers: ['ETag', 'Link'] },
    async handle({ query, actor }, { store, config }) {
      const slice = await store.read(listOwnWebhooks, { accountId: ownId(actor), page: query });
      return pageReply({ ...slice, records: slice.records.map(showWebhook) }, query, path, config.prefix);
    },
  }),

  route({
    operation: 'createWebhook',
    method: 'post',
    ...common,
    summary: 'Make a webhook',
    description:
      'Its address first gets an `endpoint.verification` and must repeat the challenge. Then it gets all changes since the webhook was made. The answer shows the secret of the signatures, only now.',
    body: newWebhook,
    success: { status: 201, description: 'The webhook', schema: madeWebhookShape, headers: ['Location'] },
    async handle({ body, write }, services) {
      requireTarget(body.url, services);
      const secret = makeWebhookSecret();
      const created = await write(writes.createWebhook, { ...body, secret });
      const { prefix } = services.config;
      return { status: 201, body: toJson({ ...showWebhook(created), secret }), headers: { Location: `${prefix}${path}/${created.id}` } };
    },
  }),

  route({
    operation: 'readWebhook',
    method: 'get',
    ...single,
    summary: 'Read one of your webhooks',
    description: 'With its state, without its secret.',
    success: { status: 200, description: 'The webhook', schema: webhookShape, headers: ['ETag'] },
    async handle({ params, actor }, { store }) {
      return contentReply(showWebhook(await store.read(readOwnWebhook, { accountId: ownId(actor), id: params.webhookId })));
    },
  }),

  route({
    operation: 'patchWebhook',
    method: 'patch',
    ...single,
    summary: 'Change one of your webhooks',
    description: 'A new address is verified first. Accepted calls are not repeated.',
    body: webhookPatch,
    mergePatch: true,
    success: { status: 200, description: 'The webhook as it now is', schema: webhookShape },
    async handle({ params, body, write }, services) {
      if (body.url !== undefined) requireTarget(body.url, services);
      return { status: 200, body: toJson(showWebhook(await write(writes.patchWebhook, { ...body, id: params.webhookId }))) };
    },
  }),

  route({
    operation: 'deleteWebhook',
    method: 'delete',
    ...single,
    summary: 'Delete one of your webhooks',
    description: 'A call under way may still arrive.',
    success: { status: 204, description: 'It is gone' },
    async handle({ params, write }) {
      await write(writes.deleteWebhook, params.webhookId);
      return { status: 204 };
    },
  }),

  route({
    operation: 'listWebhookAttempts',
    method: 'get',
    ...single,
    path: `${single.path}/attempts`,
    summary: 'List what was sent to a webhook',
    description: 'The last 100 calls, the newest first, each with its outcome.',
    success: { status: 200, description: 'The attempts', schema: attemptList, headers: ['ETag'] },
    async handle({ params, actor }, { store }) {
      const attempts = await store.read(listOwnAttempts, { accountId: ownId(actor), id: params.webhookId });
      return contentReply({ data: attempts.map(showAttempt) });
    },
  }),

  route({
    operation: 'rotateWebhookSecret',
    method: 'post',
    ...single,
    path: `${single.path}/secrets`,
    summary: 'Give a webhook a new secret',
    description: 'The answer shows it, only now. For a day the former secret signs each call too.',
    success: { status: 200, description: 'The secret', schema: webhookSecretShape },
    async handle({ params, write }) {
      const secret = makeWebhookSecret();
      const formerUntil = await write(writes.rotateSecret, { id: params.webhookId, secret });
      return { status: 200, body: toJson({ secret, former_until: showTime(formerUntil) }) };
    },
  }),

  route({
    operation: 'testWebhook',
    method: 'post',
    ...single,
    path: `${single.path}/tests`,
    summary: 'Make a test call to a webhook',
    description:
      'Sends an `endpoint.test` within a second, even if the webhook is off. The list of attempts has its outcome. An address that has not proved itself gets an `endpoint.verification`.',
    success: { status: 202, description: 'The call is due' },
    async handle({ params, write }) {
      await write(writes.testWebhook, params.webhookId);
      return { status: 202 };
    },
  }),

  route({
    operation: 'resumeWebhook',
    method: 'post',
    ...single,
    path: `${single.path}/resume`,
    summary: 'Resume a webhook',
    description: 'Retries at once, continues after another cursor, or skips the failing change or all waiting ones.',
    body: webhookResumption,
    success: { status: 200, description: 'The webhook as it now is', schema: webhookShape },
    problems: ['cursor-lost'],
    async handle({ params, body, write }) {
      return { status: 200, body: toJson(showWebhook(await write(writes.resumeWebhook, { ...body, id: params.webhookId }))) };
    },
  }),
];

/** Checks only the text of an address; each call resolves the name and checks the result. @throws Problem `invalid-input` */
function requireTarget(url: string, { config, publicUrl }: RouteServices): void {
  requireAllowed(url, { privateAllowed: config.outbound === 'any', publicUrl, ports: [] });
}
