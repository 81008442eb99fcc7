import type { Hono } from 'hono';
import type { AppEnv } from '../http/requestLog.ts';
import type { Services } from '../http/services.ts';
import type { Form } from './form.ts';
import { signIn } from './pages/signIn.tsx';
import { signOut } from './pages/signOut.tsx';
import { type FormPage, formPaths } from './paths.ts';
import { receiveForm, showForm } from './receive.tsx';

/** The pages with a form. */
const forms: Record<FormPage, Form> = { signIn, signOut };

export function mountForms(app: Hono<AppEnv>, services: Services): void {
  for (const [name, path] of Object.entries(formPaths)) {
    const form = forms[name as FormPage];
    app.get(path, (c) => showForm(c, services, form));
    app.post(path, (c) => receiveForm(c, services, form));
  }
}
