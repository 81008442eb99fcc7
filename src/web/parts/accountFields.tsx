/** @jsxImportSource #jsx */
import { maxEmailLength } from '../../model/email.ts';
import { maxPasswordLength } from '../../model/password.ts';
import type { State } from '../form.ts';
import { memberTexts } from '../texts/member.ts';
import type { Language } from '../texts/site.ts';
import { Field, type FieldProps } from './form.tsx';

type Props = Pick<FieldProps, 'label' | 'hint' | 'state' | 'autofocus'>;

/** @param autocomplete `email` where the address is not yet the one that signs in */
export function EmailField({ autocomplete = 'username', ...more }: Props & { autocomplete?: 'username' | 'email' }) {
  return <Field {...more} name="email" type="email" autocomplete={autocomplete} maxlength={2 * maxEmailLength} required />;
}

type PasswordProps = Props & { name: string; autocomplete: 'current-password' | 'new-password' };

/** No `minlength`: a browser would count otherwise than we do, and say it in words of its own. */
export function PasswordField(props: PasswordProps) {
  return <Field {...props} type="password" maxlength={2 * maxPasswordLength} required />;
}

type NewPasswordProps = { language: Language; least: number; state: State; labels?: { password: string; repeat: string } };

/** A new password, twice, since nobody sees what they type. @param least code points that it needs */
export function NewPassword({ language, least, state, labels = memberTexts[language].password.labels }: NewPasswordProps) {
  const { hint } = memberTexts[language].password;
  return (
    <>
      <PasswordField name="password" label={labels.password} hint={hint(least)} autocomplete="new-password" state={state} />
      <PasswordField name="repeat" label={labels.repeat} autocomplete="new-password" state={state} />
    </>
  );
}

/** What shows that somebody is who is signed in. */
export function CurrentPassword({ language, state, name }: { language: Language; state: State; name: 'password' | 'current_password' }) {
  return <PasswordField name={name} label={memberTexts[language].password.current} autocomplete="current-password" state={state} />;
}
