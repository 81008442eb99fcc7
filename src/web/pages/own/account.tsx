/** @jsxImportSource #jsx */
import { patchOwnAccount, requestVerification } from '../../../auth/ownAccount.ts';
import { requireMail } from '../../../http/language.ts';
import { maxPublicName, ownAccountPatch } from '../../../model/account.ts';
import { changedIn, type MemberVisit, memberForm, pageValueName, validated } from '../../form.ts';
import { Field, PageForm, PageValueField, SignedIn } from '../../parts/form.tsx';
import { ownPage } from '../../parts/own.tsx';
import { formPaths } from '../../paths.ts';
import { memberTexts } from '../../texts/member.ts';

const path = formPaths.account;

export const account = memberForm('manage own account', {
  async show(visit, state) {
    const { language, member, prefix } = visit;
    const words = memberTexts[language].account;
    const { name, publicName } = member.account;
    const fields = [
      { name: 'name', label: words.name, hint: words.nameHint, now: name },
      { name: 'public_name', label: words.publicName, hint: words.publicNameHint, now: publicName ?? '', maxlength: 2 * maxPublicName },
    ];
    return ownPage(visit, 'account', {
      body: (
        <>
          <Facts visit={visit} />
          <PageForm
            visit={visit}
            action={path}
            state={state}
            button={words.save}
            labels={{ name: words.name, public_name: words.publicName }}
          >
            {fields.map(({ now, ...field }) => (
              <Field {...field} state={state} value={now} autocomplete="nickname" required={field.name === 'name'}>
                <PageValueField {...{ visit, state, now }} name={field.name} />
              </Field>
            ))}
          </PageForm>
          <p class="note">
            <a href={prefix + formPaths.accountDeletion}>{memberTexts[language].pages.accountDeletion}</a>
          </p>
        </>
      ),
    });
  },

  async onSubmit({ ctx, services, member: { actor }, language }, { fields, withHashing }) {
    const sender = { actor, client: ctx.client, withHashing };
    const requireLanguage = () => requireMail(ctx.headers, services.config) && language;
    if (fields.has('confirm')) {
      await requestVerification(sender, requireLanguage(), services);
      return { location: path, done: 'confirmationSent' };
    }
    const publicName = changedIn(fields, 'public_name');
    const patch = validated(ownAccountPatch, {
      name: changedIn(fields, 'name'),
      public_name: publicName?.trim() === '' ? null : publicName,
    });
    const pageValue = (name: string) => fields.get(pageValueName(name)) ?? '';
    const was = { name: pageValue('name'), public_name: pageValue('public_name') };
    await patchOwnAccount({ ...patch, was }, sender, requireLanguage, services);
    return { location: path, done: 'renamed' };
  },
});

function Facts({ visit }: { visit: MemberVisit }) {
  const { language, member, services, prefix, texts } = visit;
  const { email, role, verifiedAt, pendingEmail, createdAt } = member.account;
  const words = memberTexts[language].account;
  const awaitsConfirmation = services.config.mail && (verifiedAt === null || pendingEmail !== null);
  return (
    <>
      <dl class="particulars">
        <dt>{words.email}</dt>
        <dd>
          <bdi>{email}</bdi>{' '}
          {services.config.mail ? (
            <small>{verifiedAt === null ? words.unconfirmed : words.confirmed}</small>
          ) : (
            verifiedAt !== null && <small>{words.confirmed}</small>
          )}
        </dd>
        {pendingEmail && <dt>{words.pending}</dt>}
        {pendingEmail && (
          <dd>
            <bdi>{pendingEmail}</bdi>
          </dd>
        )}
        <dt>{words.role}</dt>
        <dd>
          {memberTexts[language].roles[role]} <small>{memberTexts[language].may[role]}</small>
        </dd>
        <dt>{words.since}</dt>
        <dd>{texts.date(createdAt)}</dd>
      </dl>
      {awaitsConfirmation && (
        <form method="post" action={prefix + path} class="aside">
          <SignedIn visit={visit} />
          <p>{words.confirmHint}</p>
          <button type="submit" name="confirm" value="on" class="quiet">
            {words.sendAgain}
          </button>
        </form>
      )}
    </>
  );
}
