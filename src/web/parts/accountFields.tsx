/** @jsxImportSource #jsx */
import { maxEmailLength } from '../../model/email.ts';
import { maxPasswordLength } from '../../model/password.ts';
import type { State } from '../form.ts';
import { memberTexts } from '../texts/member.ts';
import type { Visit } from '../visit.ts';
import { Field, type FieldProps } from './form.tsx';

type Props = Pick<FieldProps, 'label' | 'hint' | 'state' | 'autofocus'>;

/** @param autocomplete `email` for an address that does not sign in yet */
export function EmailField({ autocomplete = 'username', ...more }: Props & { autocomplete?: 'username' | 'email' }) {
  return <Field {...more} name="email" type="email" autocomplete={autocomplete} maxlength={2 * maxEmailLength} required />;
}

type PasswordProps = Props & { name: string; autocomplete: 'current-password' | 'new-password' };

/** No `minlength`: a browser counts UTF-16 units, we count code points. */
export function PasswordField(props: PasswordProps) {
  return <Field {...props} type="password" maxlength={2 * maxPasswordLength} required />;
}

type NewPasswordProps = { visit: Visit; state: State; labels?: { password: string; repeat: string } };

export function NewPassword({ visit: { language, services }, state, labels = memberTexts[language].password.labels }: NewPasswordProps) {
  const hint = memberTexts[language].password.hint(services.config.minPasswordLength);
  return (
    <>
      <PasswordField name="password" label={labels.password} hint={hint} autocomplete="new-password" state={state} />
      <PasswordField name="repeat" label={labels.repeat} autocomplete="new-password" state={state} />
    </>
  );
}

type CurrentPasswordProps = { visit: Visit; state: State; name: 'password' | 'current_password' };

export function CurrentPassword({ visit: { language }, state, name }: CurrentPasswordProps) {
  const { labels } = memberTexts[language].password;
  return <PasswordField name={name} label={labels.current_password} autocomplete="current-password" state={state} />;
}
