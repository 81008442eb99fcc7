/** @jsxImportSource #jsx */
import { scopesFor } from '../../../model/actor.ts';
import { type ApiKey, newKey } from '../../../model/key.ts';
import { undefinedIfNotFound } from '../../../model/problem.ts';
import { hashSecret, makeApiKey } from '../../../model/secret.ts';
import { listOwnKeys, maxKeys } from '../../../operations/key.ts';
import { writes } from '../../../operations/writes.ts';
import { type Answer, chosen, type MemberVisit, memberForm, type Sent, type State, typedTexts, validated } from '../../form.ts';
import { Calls, CopyScript } from '../../parts/calls.tsx';
import { Checks, Select } from '../../parts/choice.tsx';
import { Field, PageForm, SignedIn } from '../../parts/form.tsx';
import { ownPage } from '../../parts/own.tsx';
import { secretPage } from '../../parts/secret.tsx';
import { formPaths } from '../../paths.ts';
import { numberIn } from '../../query.ts';
import { readAll } from '../../record/read.ts';
import { memberTexts } from '../../texts/member.ts';

const path = formPaths.accountKeys;
const dayMs = 86_400_000;
const lifetimes = ['30', '90', '365', ''];

export const accountKeys = memberForm('manage own account', {
  async show(visit, state) {
    const words = memberTexts[visit.language].keys;
    const { records: keys } = await visit.services.store.read(listOwnKeys, {
      accountId: visit.member.account.id,
      page: { limit: BigInt(maxKeys), offset: 0n },
    });
    return ownPage(visit, 'accountKeys', {
      lead: words.lead,
      head: <CopyScript prefix={visit.prefix} />,
      body: (
        <>
          {keys.length === 0 ? <p class="muted">{words.none}</p> : <Keys visit={visit} keys={keys} />}
          <h2>{words.make}</h2>
          <NewKey visit={visit} state={state} />
          <Calls visit={visit} />
        </>
      ),
    });
  },

  async onSubmit(visit, { fields, write, writeOnce }) {
    return fields.has('revoke') ? revoke(fields, write) : make(visit, fields, writeOnce);
  },
});

async function revoke(fields: URLSearchParams, write: Sent['write']): Promise<Answer> {
  if (fields.get('revoke') === 'all') {
    await write(writes.revokeOwnKeys, null);
    return { location: path, done: 'keysRevoked' };
  }
  await write(writes.revokeOwnKey, numberIn(fields.get('revoke'), 'such key')).catch(undefinedIfNotFound);
  return { location: path, done: 'keyRevoked' };
}

/** The key is shown only here, since it is not stored. A repeated form makes no second key; its answer leads to the list. */
async function make(visit: MemberVisit, fields: URLSearchParams, writeOnce: Sent['writeOnce']): Promise<Answer> {
  const [days, { name, scopes }] = readAll(
    () => chosen(fields, 'days', lifetimes),
    () => validated(newKey, { ...typedTexts(fields, 'name'), scopes: fields.getAll('scopes') }),
  );
  const expiresAt = days ? Date.now() + Number(days) * dayMs : null;
  const key = makeApiKey();
  const order = { name, scopes, expiresAt, hash: hashSecret(key) };
  const created = await writeOnce(writes.createOwnKey, order, [name, scopes, days]);
  if (!created) return { location: path, done: 'keyMadeBefore' };
  return secretPage(visit, 'accountKeys', memberTexts[visit.language].keys, key, {
    head: <CopyScript prefix={visit.prefix} />,
    below: <Calls visit={visit} apiKey={key} />,
  });
}

function Keys({ visit, keys }: { visit: MemberVisit; keys: ApiKey[] }) {
  const { language, prefix, texts } = visit;
  const words = memberTexts[language].keys;
  const { since, used } = memberTexts[language].sessions;
  return (
    <form method="post" action={prefix + path}>
      <SignedIn visit={visit} />
      <ul class="rows">
        {keys.map((key) => (
          <li>
            <div>
              <strong>
                <bdi>{key.name}</bdi>
              </strong>
              <p class="note">
                {key.scopes.map((scope) => words.scopes[scope]).join(', ')}.{' '}
                {key.expiresAt === null ? words.forever : words.until(texts.date(key.expiresAt))} {since(texts.date(key.createdAt))}.{' '}
                {key.lastUsedAt !== null && used(texts.date(key.lastUsedAt))}
              </p>
            </div>
            <button type="submit" name="revoke" value={String(key.id)} class="quiet" aria-label={`${words.revoke}: ${key.name}`}>
              {words.revoke}
            </button>
          </li>
        ))}
      </ul>
      {keys.length > 1 && (
        <p class="send">
          <button type="submit" name="revoke" value="all" class="quiet">
            {words.revokeAll}
          </button>
        </p>
      )}
    </form>
  );
}

function NewKey({ visit, state }: { visit: MemberVisit; state: State }) {
  const words = memberTexts[visit.language].keys;
  return (
    <PageForm visit={visit} action={path} state={state} button={words.button} labels={words.labels} once>
      <Field name="name" label={words.labels.name} hint={words.nameHint} state={state} autocomplete="off" required />
      <Checks
        name="scopes"
        label={words.labels.scopes}
        state={state}
        options={scopesFor(visit.member.account.role).map((scope) => [scope, words.scopes[scope]])}
      />
      <Select
        name="days"
        label={words.labels.days}
        state={state}
        value="90"
        options={lifetimes.map((days) => [days, days === '' ? words.never : words.days(days)])}
      />
    </PageForm>
  );
}
