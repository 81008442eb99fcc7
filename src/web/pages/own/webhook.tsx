/** @jsxImportSource #jsx */
import { fieldError, invalidInput, undefinedIfNotFound } from '../../../model/problem.ts';
import { kinds } from '../../../model/record.ts';
import { eventTypesOf, newWebhook, payloads, units } from '../../../model/webhook.ts';
import { makeWebhookSecret } from '../../../model/webhookSignature.ts';
import { listOwnAttempts, listOwnWebhooks } from '../../../operations/webhook.ts';
import { writes } from '../../../operations/writes.ts';
import { requireAllowed } from '../../../outbound/targetRules.ts';
import { type Answer, chosen, type MemberVisit, memberForm, type Sent, type State, typedTexts, validated } from '../../form.ts';
import { Checks, Select } from '../../parts/choice.tsx';
import { Field, PageForm } from '../../parts/form.tsx';
import { ownPage } from '../../parts/own.tsx';
import { secretPage } from '../../parts/secret.tsx';
import { Hooks, hookButtons } from '../../parts/webhook.tsx';
import { formPaths } from '../../paths.ts';
import { numberIn } from '../../query.ts';
import { readAll } from '../../record/read.ts';
import { memberTexts } from '../../texts/member.ts';
import { nouns } from '../../texts/nouns.ts';

const path = formPaths.accountWebhooks;

/** An account has at most ten webhooks, so all are on one page. */
export const accountWebhooks = memberForm('manage own account', {
  async show(visit, state) {
    const words = memberTexts[visit.language].webhooks;
    const { store } = visit.services;
    const { id: accountId } = visit.member.account;
    const { records: hooks } = await store.read(listOwnWebhooks, { accountId, page: { limit: 100n, offset: 0n } });
    const attempts = await Promise.all(hooks.map(async ({ id }) => (await store.read(listOwnAttempts, { accountId, id })).slice(0, 5)));
    return ownPage(visit, 'accountWebhooks', {
      lead: words.lead,
      body: (
        <>
          {hooks.length === 0 ? <p class="muted">{words.none}</p> : <Hooks visit={visit} action={path} hooks={hooks} attempts={attempts} />}
          <h2>{words.make}</h2>
          <NewHook visit={visit} state={state} />
        </>
      ),
    });
  },

  async onSubmit(visit, { fields, write, writeOnce }) {
    const pressed = hookButtons.find((name) => fields.has(name));
    if (!pressed) return make(visit, fields, writeOnce);
    return press(visit, pressed, numberIn(fields.get(pressed), 'such webhook'), write);
  },
});

async function press(visit: MemberVisit, pressed: (typeof hookButtons)[number], id: bigint, write: Sent['write']): Promise<Answer> {
  switch (pressed) {
    case 'test':
      await write(writes.testWebhook, id);
      return { location: path, done: 'webhookTested' };
    case 'resume':
      await write(writes.resumeWebhook, { id });
      return { location: path, done: 'webhookResumed' };
    case 'skip':
      await write(writes.resumeWebhook, { id, skip: 'event' });
      return { location: path, done: 'webhookSkipped' };
    case 'now':
      await write(writes.resumeWebhook, { id, skip: 'all' });
      return { location: path, done: 'webhookResumed' };
    case 'rotate': {
      const secret = makeWebhookSecret();
      await write(writes.rotateSecret, { id, secret });
      return showSecret(visit, secret);
    }
    case 'delete':
      await write(writes.deleteWebhook, id).catch(undefinedIfNotFound);
      return { location: path, done: 'webhookDeleted' };
  }
}

/** A repeated form makes no second webhook; its answer leads to the list. */
async function make(visit: MemberVisit, fields: URLSearchParams, writeOnce: Sent['writeOnce']): Promise<Answer> {
  const { config, publicUrl } = visit.services;
  const [payload, per, order] = readAll(
    () => chosen(fields, 'payload', payloads),
    () => chosen(fields, 'per', units),
    () => validated(newWebhook, { ...typedTexts(fields, 'url'), types: typesIn(fields) }),
  );
  requireAllowed(order.url, { privateAllowed: config.outbound === 'any', publicUrl, ports: [] });
  const secret = makeWebhookSecret();
  const created = await writeOnce(writes.createWebhook, { ...order, payload, per, secret }, [order.url, order.types, payload, per]);
  return created ? showSecret(visit, secret) : { location: path, done: 'webhookMadeBefore' };
}

/** The form offers kinds only; the API also lets a client choose actions. @throws Problem `invalid-input` */
function typesIn(fields: URLSearchParams): string[] {
  const wanted = fields.getAll('kinds');
  const unknown = wanted.some((kind) => !kinds.some((known) => known === kind));
  if (unknown) throw invalidInput(fieldError('/kinds', 'oneOf', kinds.join(', ')));
  return wanted.flatMap(eventTypesOf);
}

const showSecret = (visit: MemberVisit, secret: string): Answer =>
  secretPage(visit, 'accountWebhooks', memberTexts[visit.language].webhooks, secret);

function NewHook({ visit, state }: { visit: MemberVisit; state: State }) {
  const words = memberTexts[visit.language].webhooks;
  const option = <T extends keyof typeof words.options>(value: T): [T, string] => [value, words.options[value]];
  return (
    <PageForm visit={visit} action={path} state={state} button={words.button} labels={words.labels} once>
      <Field name="url" type="url" label={words.labels.url} hint={words.urlHint} state={state} autocomplete="off" required />
      <Checks
        name="kinds"
        label={words.labels.kinds}
        state={state}
        options={kinds.map((kind) => [kind, nouns[visit.language][kind].name])}
        short
      />
      <Select name="payload" label={words.labels.payload} state={state} value="thin" options={payloads.map(option)} />
      <Select name="per" label={words.labels.per} state={state} value="change" options={units.map(option)} />
    </PageForm>
  );
}
