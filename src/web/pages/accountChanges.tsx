/** @jsxImportSource #jsx */
import { may } from '../../model/actor.ts';
import { changeQuery } from '../../model/change.ts';
import { parseInt64 } from '../../model/int64.ts';
import { notFound } from '../../model/problem.ts';
import { reads } from '../../operations/reads.ts';
import { ChangePage, namesFor } from '../parts/change.tsx';
import { readQuery } from '../query.ts';
import { formTexts } from '../texts/form.ts';
import type { Shown, Visit } from '../visit.ts';

/** Public, as all changes are. */
export async function accountChangesPage(visit: Visit): Promise<Shown> {
  const { services, caller, prefix, member } = visit;
  const account = accountIn(visit);
  const words = formTexts[visit.language].account;
  const query = readQuery(visit, changeQuery, { limit: '30', order: 'desc', user: String(account) });
  const page = await services.store.readSlow(reads.listChanges, { ...query, names: namesFor(visit) }, caller());
  const isOwn = member?.account.id === account;
  const title = isOwn ? words.own : words.title(account);
  return {
    title,
    path: `/accounts/${account}/changes`,
    body: (
      <>
        <h1>{title}</h1>
        <p class="lead">{words.lead}</p>
        {member && may(member.actor, 'delete artists') && (
          <p>
            <a class="button" href={`${prefix}/accounts/${account}/undo`}>
              {isOwn ? words.undoOwn : words.undo}
            </a>
          </p>
        )}
        <ChangePage visit={visit} page={page} />
      </>
    ),
  };
}

/** @throws Problem `not-found` */
export function accountIn({ ctx }: Visit): bigint {
  const id = parseInt64(ctx.params.account ?? '');
  if (id === undefined || id < 1n) throw notFound('such an account');
  return id;
}
