/** @jsxImportSource #jsx */
import { may } from '../../model/actor.ts';
import { numberIn } from '../query.ts';
import { formTexts } from '../texts/form.ts';
import type { Shown, Visit } from '../visit.ts';
import { Edits, readChangesQuery, titleOfAccount } from './change.tsx';

/** Public, like all changes. */
export async function accountChangesPage(visit: Visit): Promise<Shown> {
  const { prefix, member, language } = visit;
  const account = accountIn(visit);
  const words = formTexts[language].account;
  const query = readChangesQuery(visit, { limit: '30', user: String(account) });
  const path = `/accounts/${account}/changes`;
  const isOwn = member?.account.id === account;
  const title = await titleOfAccount(visit, account);
  return {
    title,
    path,
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
