/** @jsxImportSource #jsx */
import { changeQuery } from '../../model/change.ts';
import { reads } from '../../operations/reads.ts';
import { ChangePage, namesFor } from '../parts/change.tsx';
import { sitePaths } from '../paths.ts';
import { readQuery } from '../query.ts';
import { formTexts } from '../texts/form.ts';
import type { Shown, Visit } from '../visit.ts';

export async function changesPage(visit: Visit): Promise<Shown> {
  const { texts, services, caller, ctx, member, prefix } = visit;
  const query = readQuery(visit, changeQuery, { limit: '30', order: 'desc' });
  const page = await services.store.readSlow(reads.listChanges, { ...query, names: namesFor(visit) }, caller());
  return {
    title: texts.changes.title,
    path: sitePaths.changes,
    hidden: ctx.query('after') !== undefined,
    description: texts.changes.lead,
    body: (
      <>
        <h1>{texts.changes.title}</h1>
        <p class="lead">{texts.changes.lead}</p>
        {member && (
          <p>
            <a class="button" href={`${prefix}/accounts/${member.account.id}/changes`}>
              {formTexts[visit.language].account.own}
            </a>
          </p>
        )}
        <ChangePage visit={visit} page={page} />
      </>
    ),
  };
}
