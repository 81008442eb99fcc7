/** @jsxImportSource #jsx */
import { deleteOwnAccount } from '../../../auth/ownAccount.ts';
import { dropSession } from '../../../http/sessionCookie.ts';
import { passwordProof } from '../../../model/password.ts';
import { memberForm, typedTexts, validated } from '../../form.ts';
import { CurrentPassword } from '../../parts/accountFields.tsx';
import { PageForm } from '../../parts/form.tsx';
import { ownPage } from '../../parts/own.tsx';
import { formPaths, sitePaths } from '../../paths.ts';
import { memberTexts } from '../../texts/member.ts';

const path = formPaths.accountDeletion;

export const accountDeletion = memberForm('manage own account', {
  hashes: true,

  async show(visit, state) {
    const { deletion } = memberTexts[visit.language];
    return ownPage(visit, 'accountDeletion', {
      lead: deletion.lead,
      body: (
        <PageForm visit={visit} action={path} state={state} button={deletion.button} labels={deletion.labels}>
          <CurrentPassword visit={visit} state={state} name="password" />
        </PageForm>
      ),
    });
  },

  async onSubmit({ ctx, services, member: { actor } }, { fields, withHashing }) {
    const { password } = validated(passwordProof, typedTexts(fields, 'password'));
    await deleteOwnAccount(password, { actor, client: ctx.client, withHashing }, services);
    return { location: sitePaths.front, headers: dropSession(), done: 'ownAccountRemoved' };
  },
});
