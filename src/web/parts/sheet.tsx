/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx';
import { maxPasswordLength } from '../../model/password.ts';
import type { State } from '../form.ts';
import { memberTexts } from '../memberTexts.ts';
import type { Visit } from '../visit.ts';
import { Field } from './form.tsx';

/** One task on a page of its own. */
export function Sheet({ title, lead, children }: { title: string; lead?: Child; children?: Child }) {
  return (
    <section class="sheet">
      <h1>{title}</h1>
      {lead && <p class="lead">{lead}</p>}
      {children}
    </section>
  );
}

/** A new password, twice, since nobody sees what they type. */
export function NewPassword({ visit, state }: { visit: Visit; state: State }) {
  const { services, language } = visit;
  const words = memberTexts[language].password;
  const field = { state, type: 'password' as const, autocomplete: 'new-password', maxlength: 2 * maxPasswordLength, required: true };
  return (
    <>
      <Field name="password" label={words.fresh} hint={words.hint(services.config.minPasswordLength)} {...field} />
      <Field name="repeat" label={words.repeat} {...field} />
    </>
  );
}
