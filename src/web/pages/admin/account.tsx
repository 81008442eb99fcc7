/** @jsxImportSource #jsx */
import { accountPatch } from '../../../model/account.ts';
import { roles } from '../../../model/actor.ts';
import { undefinedIfNotFound } from '../../../model/problem.ts';
import { type AccountState, readAccount } from '../../../operations/account.ts';
import { writes } from '../../../operations/writes.ts';
import { changedIn, chosen, memberForm, pageValueName, type State, validated } from '../../form.ts';
import { Select } from '../../parts/choice.tsx';
import { Hidden, PageForm, PageValueField, Summary } from '../../parts/form.tsx';
import { ownPage } from '../../parts/own.tsx';
import { formPaths } from '../../paths.ts';
import { memberTexts } from '../../texts/member.ts';
import type { Visit } from '../../visit.ts';
import { accountIn } from '../accountChanges.tsx';

const pathOf = (id: bigint) => `${formPaths.adminAccounts}/${id}`;

/** An outdated page does not overwrite changes that others have made since. */
export const adminAccount = memberForm('administer', {
  async show(visit, state) {
    const { services, language, member, prefix, texts } = visit;
    const account = await services.store.read(readAccount, accountIn(visit));
    const words = memberTexts[language].admin;
    const isOwn = account.id === member.account.id;
    const now = { role: account.role, suspended: String(account.suspendedAt !== null) };
    const { roles: names, may } = memberTexts[language];
    return ownPage(visit, 'adminAccounts', {
      title: account.name,
      path: pathOf(account.id),
      body: (
        <>
          <dl class="particulars">
            <dt>{words.number}</dt>
            <dd>{String(account.id)}</dd>
            <dt>{memberTexts[language].account.email}</dt>
            <dd>
              <bdi>{account.email}</bdi>{' '}
              <small>
                {account.verifiedAt !== null
                  ? memberTexts[language].account.confirmed
                  : visit.services.config.mail && memberTexts[language].account.unconfirmed}
              </small>
            </dd>
            <dt>{memberTexts[language].account.since}</dt>
            <dd>{texts.date(account.createdAt)}</dd>
          </dl>
          <p>
            <a href={`${prefix}/accounts/${account.id}/changes`}>{words.changes}</a>
          </p>
          {isOwn ? (
            <p class="note">{words.own}</p>
          ) : (
            <>
              <PageForm visit={visit} action={pathOf(account.id)} state={state} button={words.save} labels={words.labels}>
                <StateField
                  {...{ visit, state }}
                  name="role"
                  label={words.labels.role}
                  now={now.role}
                  options={roles.map((role) => [role, `${names[role]}: ${may[role]}`])}
                />
                <StateField
                  {...{ visit, state }}
                  name="suspended"
                  label={words.labels.suspended}
                  now={now.suspended}
                  options={Object.entries(words.suspension)}
                />
              </PageForm>
              <h2>{words.labels.sure}</h2>
              <form method="post" action={prefix + pathOf(account.id)} class="aside">
                <Hidden fields={{ [pageValueName('role')]: now.role, [pageValueName('suspended')]: now.suspended }} />
                <label class="check">
                  <input id="sure" type="checkbox" name="sure" value="on" required /> {words.sure}
                </label>
                <button type="submit" name="remove" value="on" class="quiet">
                  {words.remove}
                </button>
              </form>
            </>
          )}
          {isOwn && <Summary visit={visit} state={state} labels={{}} />}
        </>
      ),
    });
  },

  async onSubmit(visit, { fields, write }) {
    const id = accountIn(visit);
    const was = stateIn((name) => fields.get(pageValueName(name)) ?? undefined);
    if (fields.has('remove')) {
      chosen(fields, 'sure', ['on']);
      await write(writes.removeAccount, { id, was }).catch(undefinedIfNotFound);
      return { location: formPaths.adminAccounts, done: 'accountRemoved' };
    }
    await write(writes.patchAccount, { id, was, ...stateIn((name) => changedIn(fields, name)) });
    return { location: pathOf(id), done: 'accountSaved' };
  },
});

/** Any other text than `true` and `false` stays as it is, and the schema refuses it. @throws Problem `invalid-input` */
function stateIn(textOf: (name: string) => string | undefined): AccountState {
  const suspended = textOf('suspended');
  return validated(accountPatch, { role: textOf('role'), suspended: suspended === 'true' || (suspended === 'false' ? false : suspended) });
}

type StateFieldProps = { visit: Visit; state: State; name: string; label: string; now: string; options: [value: string, shown: string][] };

function StateField({ visit, state, name, label, now, options }: StateFieldProps) {
  const shown = options.find(([value]) => value === now)?.[1] ?? now;
  return (
    <Select {...{ state, name, label, options }} value={now}>
      <PageValueField {...{ visit, state, name, now, shown }} />
    </Select>
  );
}
