/** @jsxImportSource #jsx */
import { resetByLink } from '../../auth/passwordReset.ts';
import { anonymous } from '../../model/actor.ts';
import { hashLinkToken } from '../../model/linkToken.ts';
import { passwordReset } from '../../model/password.ts';
import { writes } from '../../operations/writes.ts';
import { type Form, typedTexts, validatedWithRepeat } from '../form.ts';
import { NewPassword } from '../parts/accountFields.tsx';
import { linkDone, linkForm } from '../parts/linkForm.tsx';
import { linkTexts } from '../texts/link.ts';
import { memberTexts } from '../texts/member.ts';
import { mailLanguage } from '../visit.ts';

export const verify: Form = {
  tokenIsCredential: true,

  ...linkForm('verify', {
    labels: (language) => ({ email: memberTexts[language].account.email }),

    fields: ({ language }, _, email) => (
      <>
        <p class="address" id="email">
          {email}
        </p>
        <p class="note">{linkTexts[language].verify.note}</p>
      </>
    ),

    async onSubmit(visit, _, token) {
      const input = { tokenHash: hashLinkToken(token), language: mailLanguage(visit) };
      await visit.services.store.write(writes.verifyAddress, anonymous, input);
      return linkDone(visit, 'verify');
    },
  }),
};

export const reset: Form = {
  tokenIsCredential: true,

  ...linkForm('reset', {
    labels: (language) => memberTexts[language].password.labels,

    fields: (visit, state, email) => (
      <>
        <div class="field">
          <label for="account">{linkTexts[visit.language].reset.account}</label>
          <input id="account" type="email" value={email} autocomplete="username" readonly />
        </div>
        <NewPassword visit={visit} state={state} />
      </>
    ),

    async onSubmit(visit, { fields, withHashing }, token) {
      const { store, config } = visit.services;
      const given = validatedWithRepeat(passwordReset(config.minPasswordLength), { token, ...typedTexts(fields, 'password') }, fields);
      await resetByLink(given, mailLanguage(visit), { store, withHashing });
      return linkDone(visit, 'reset');
    },
  }),
};
