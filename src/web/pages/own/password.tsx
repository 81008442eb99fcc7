/** @jsxImportSource #jsx */
import { changePassword } from '../../../auth/ownAccount.ts';
import { passwordChange } from '../../../model/password.ts';
import { listOwnKeys } from '../../../operations/key.ts';
import { memberForm, typedTexts, validatedWithRepeat } from '../../form.ts';
import { CurrentPassword, NewPassword } from '../../parts/accountFields.tsx';
import { PageForm } from '../../parts/form.tsx';
import { ownPage } from '../../parts/own.tsx';
import { formPaths } from '../../paths.ts';
import { memberTexts } from '../../texts/member.ts';
import { mailLanguage } from '../../visit.ts';

const path = formPaths.accountPassword;

export const accountPassword = memberForm('manage own account', {
  hashes: true,

  async show(visit, state) {
    const { password } = memberTexts[visit.language];
    return ownPage(visit, 'accountPassword', {
      lead: password.lead,
      body: (
        <PageForm visit={visit} action={path} state={state} button={password.button} labels={password.labels}>
          <input type="hidden" value={visit.member.account.email} autocomplete="username" />
          <CurrentPassword visit={visit} state={state} name="current_password" />
          <NewPassword visit={visit} state={state} />
        </PageForm>
      ),
    });
  },

  async onSubmit(visit, { fields, withHashing }) {
    const { ctx, services, member } = visit;
    const typed = typedTexts(fields, 'current_password', 'password');
    const change = validatedWithRepeat(passwordChange(services.config.minPasswordLength), typed, fields);
    await changePassword(change, { actor: member.actor, client: ctx.client, withHashing }, mailLanguage(visit), services);
    const keys = await services.store.read(listOwnKeys, { accountId: member.account.id, page: { limit: 1n, offset: 0n } });
    // Someone who knew the old password may have created a key.
    return keys.total > 0n ? { location: formPaths.accountKeys, done: 'keysLeft' } : { location: path, done: 'passwordChanged' };
  },
});
