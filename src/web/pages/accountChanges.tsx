/** @jsxImportSource #jsx */
import { may } from '../../model/actor.ts';
import { publicNameOf } from '../../operations/account.ts';
import { TimesScript } from '../parts/edit.tsx';
import { numberIn } from '../query.ts';
import { editTexts } from '../texts/edit.ts';
import { formTexts } from '../texts/form.ts';
import type { Shown, Visit } from '../visit.ts';
import { Edits, readChangesQuery } from './change.tsx';

/** Public, like all changes. */
export async function accountChangesPage(visit: Visit): Promise<Shown> {
  const { services, prefix, member, language } = visit;
  const account = accountIn(visit);
  const words = formTexts[language].account;
  const query = readChangesQuery(visit, { limit: '30', user: String(account) });
  const name = await services.store.read(publicNameOf, account);
  const path = `/accounts/${account}/changes`;
  const isOwn = member?.account.id === account;
  const title = isOwn ? words.own : name === null ? words.title(account) : editTexts[language].by(name);
  return {
    title,
    path,
    head: <TimesScript prefix={prefix} />,
    body: (
      <>
        <h1>{title}</h1>
        <p class="lead">{words.lead}</p>
        {member && may(member.actor, 'import, undo and hide') && (
          <p>
            <a class="button" href={`${prefix}/accounts/${account}/undo`}>
              {isOwn ? words.undoOwn : words.undo}
            </a>
          </p>
        )}
        {await Edits({ visit, query, action: path })}
      </>
    ),
  };
}

/** @throws Problem `not-found` */
export const accountIn = ({ ctx }: Visit) => numberIn(ctx.params.account, 'such account');
