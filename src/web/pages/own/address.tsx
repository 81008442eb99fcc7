/** @jsxImportSource #jsx */
import { patchOwnAccount } from '../../../auth/ownAccount.ts';
import { requireMail } from '../../../http/language.ts';
import { ownAccountPatch } from '../../../model/account.ts';
import { memberForm, typedTexts, validated } from '../../form.ts';
import { CurrentPassword, EmailField } from '../../parts/accountFields.tsx';
import { PageForm } from '../../parts/form.tsx';
import { ownPage } from '../../parts/own.tsx';
import { formPaths } from '../../paths.ts';
import { memberTexts } from '../../texts/member.ts';

const path = formPaths.accountAddress;

export const accountAddress = memberForm('manage own account', {
  hashes: true,

  async show(visit, state) {
    const { language, services, member } = visit;
    const words = memberTexts[language].address;
    const { email, pendingEmail } = member.account;
    return ownPage(visit, 'accountAddress', {
      lead: services.config.mail ? words.lead : words.noMail,
      body: (
        <>
          <p class="address">{email}</p>
          {pendingEmail && <p>{words.waits(pendingEmail)}</p>}
          {services.config.mail && (
            <PageForm visit={visit} action={path} state={state} button={words.button} labels={words.labels}>
              <EmailField label={words.labels.email} state={state} autocomplete="email" />
              <CurrentPassword visit={visit} state={state} name="current_password" />
            </PageForm>
          )}
        </>
      ),
    });
  },

  async onSubmit({ ctx, services, member: { actor }, language }, { fields, withHashing }) {
    const patch = validated(ownAccountPatch, typedTexts(fields, 'email', 'current_password'));
    const sender = { actor, client: ctx.client, withHashing };
    await patchOwnAccount(patch, sender, () => requireMail(ctx.headers, services.config) && language, services);
    return { location: path, done: 'addressAsked' };
  },
});
