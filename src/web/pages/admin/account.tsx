/** @jsxImportSource #jsx */
import { accountPatch } from '../../../model/account.ts';
import { roles } from '../../../model/actor.ts';
import { parseInt64 } from '../../../model/int64.ts';
import { notFound } from '../../../model/problem.ts';
import { readAccount } from '../../../operations/account.ts';
import { writes } from '../../../operations/writes.ts';
import { judged, memberForm } from '../../form.ts';
import { memberTexts } from '../../memberTexts.ts';
import { AdminPage } from '../../parts/admin.tsx';
import { PageForm, Summary } from '../../parts/form.tsx';
import { formPaths } from '../../paths.ts';
import type { Visit } from '../../visit.ts';

const pathOf = (id: bigint) => `${formPaths.adminAccounts}/${id}`;

/** An account, for administrators: its role, whether it is suspended, and its end. */
export const adminAccount = memberForm('administer', {
  async show(visit, state) {
    const { services, language, member, prefix, texts } = visit;
    const account = await services.store.read(readAccount, idIn(visit));
    const words = memberTexts[language].admin;
    const own = account.id === member.account.id;
    const role = state.typed.get('role') ?? account.role;
    return {
      title: account.name,
      path: pathOf(account.id),
      body: (
        <AdminPage visit={visit} page="adminAccounts" title={account.name}>
          <dl class="facts">
            <dt>{words.number}</dt>
            <dd>{String(account.id)}</dd>
            <dt>{memberTexts[language].account.email}</dt>
            <dd>
              <bdi>{account.email}</bdi>{' '}
              <small>
                {account.verifiedAt === null ? memberTexts[language].account.unconfirmed : memberTexts[language].account.confirmed}
              </small>
            </dd>
            <dt>{memberTexts[language].account.since}</dt>
            <dd>{texts.date(account.createdAt)}</dd>
          </dl>
          <p>
            <a href={`${prefix}/accounts/${account.id}/changes`}>{words.changes}</a>
          </p>
          {own ? (
            <p class="note">{words.own}</p>
          ) : (
            <>
              <PageForm visit={visit} action={pathOf(account.id)} state={state} button={words.save} labels={words.labels}>
                <div class="field">
                  <label for="role">{words.labels.role}</label>
                  <select id="role" name="role">
                    {roles.map((one) => (
                      <option value={one} selected={one === role}>
                        {`${memberTexts[language].roles[one]}: ${memberTexts[language].may[one]}`}
                      </option>
                    ))}
                  </select>
                </div>
                <label class="check">
                  <input type="checkbox" name="suspended" value="on" checked={account.suspendedAt !== null} /> {words.suspended}
                </label>
              </PageForm>
              <h2>{words.removal}</h2>
              <form method="post" action={prefix + pathOf(account.id)} class="aside">
                <label class="check">
                  <input type="checkbox" name="sure" value="on" required /> {words.sure}
                </label>
                <button type="submit" name="remove" value="on" class="quiet">
                  {words.remove}
                </button>
              </form>
            </>
          )}
          {own && <Summary visit={visit} state={state} labels={{}} />}
        </AdminPage>
      ),
    };
  },

  async send(visit, { fields, write }) {
    const id = idIn(visit);
    if (fields.has('remove') && fields.has('sure')) {
      await write(writes.removeAccount, id);
      return { location: `${formPaths.adminAccounts}?done=accountRemoved` };
    }
    if (fields.has('remove')) return { location: pathOf(id) };
    const change = judged(accountPatch, { role: fields.get('role') ?? undefined, suspended: fields.has('suspended') });
    await write(writes.patchAccount, { id, role: change.role, suspended: change.suspended });
    return { location: `${pathOf(id)}?done=accountSaved` };
  },
});

function idIn({ exchange }: Visit): bigint {
  const id = parseInt64(exchange.params.account ?? '');
  if (id === undefined) throw notFound('such account');
  return id;
}
