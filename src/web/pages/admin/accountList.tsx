/** @jsxImportSource #jsx */

import type { Account } from '../../../model/account.ts';
import { accountQuery } from '../../../model/account.ts';
import { reads } from '../../../operations/reads.ts';
import { type MemberVisit, memberForm } from '../../form.ts';
import { Next } from '../../parts/next.tsx';
import { ownPage } from '../../parts/own.tsx';
import { formPaths } from '../../paths.ts';
import { readQuery } from '../../query.ts';
import { memberTexts } from '../../texts/member.ts';

const path = formPaths.adminAccounts;

export const adminAccounts = memberForm('administer', {
  async show(visit) {
    const { services, language, caller, texts, prefix, ctx } = visit;
    const words = memberTexts[language].admin;
    const query = readQuery(visit, accountQuery, { limit: '50' });
    const { records, after } = await services.store.readSlow(reads.listAccounts, query, caller());
    return ownPage(visit, 'adminAccounts', {
      body: (
        <>
          <form action={prefix + path} class="filter">
            <label for="find">{words.search}</label>
            <input id="find" name="search" type="search" value={ctx.query('search') ?? ''} maxlength={200} />
            <button type="submit">{texts.search.button}</button>
          </form>
          {records.length === 0 && <p class="muted">{words.none}</p>}
          <ul class="rows">
            {records.map((account) => (
              <Row visit={visit} account={account} />
            ))}
          </ul>
          <Next visit={visit} from={{ after }} label={texts.pager.next} />
        </>
      ),
    });
  },
});

function Row({ visit: { language, prefix }, account }: { visit: MemberVisit; account: Account }) {
  const words = memberTexts[language];
  return (
    <li>
      <div>
        <a href={`${prefix}${path}/${account.id}`}>
          <strong>
            <bdi>{account.name}</bdi>
          </strong>
        </a>
        <p class="note">
          {String(account.id)} · <bdi>{account.email}</bdi>
        </p>
      </div>
      <p class="tags">
        {account.suspendedAt !== null && <span class="tag bad">{words.admin.isSuspended}</span>}{' '}
        <span class="tag">{words.roles[account.role]}</span>
      </p>
    </li>
  );
}
