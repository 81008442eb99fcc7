import type { Paths } from '../http/paths.ts';
import type { Services } from '../http/services.ts';
import { kinds } from '../model/record.ts';
import type { Form } from './form.ts';
import { addArtist } from './pages/add.tsx';
import { addTo } from './pages/addRows.tsx';
import { adminAccount } from './pages/admin/account.tsx';
import { adminAccounts } from './pages/admin/accountList.tsx';
import { adminJobs } from './pages/admin/jobList.tsx';
import { admin } from './pages/admin/overview.tsx';
import { editOf } from './pages/edit.ts';
import { firstAdmin } from './pages/firstAdmin.tsx';
import { forgotten } from './pages/forgotten.tsx';
import { hide } from './pages/hide.tsx';
import { importPage } from './pages/import.tsx';
import { importJob } from './pages/importJob.tsx';
import { reset, verify } from './pages/mailLink.tsx';
import { account } from './pages/own/account.tsx';
import { accountAddress } from './pages/own/address.tsx';
import { accountDeletion } from './pages/own/deletion.tsx';
import { accountKeys } from './pages/own/key.tsx';
import { accountPassword } from './pages/own/password.tsx';
import { accountSessions } from './pages/own/session.tsx';
import { accountWebhooks } from './pages/own/webhook.tsx';
import { redactOf } from './pages/redact.tsx';
import { removeOf } from './pages/remove.tsx';
import { signIn } from './pages/signIn.tsx';
import { signOut } from './pages/signOut.ts';
import { signUp } from './pages/signUp.tsx';
import { undoOf } from './pages/undo.tsx';
import { undoAccount } from './pages/undoAccount.tsx';
import { type FormPage, formPaths, ofKinds, rowKinds } from './paths.ts';
import { receiveFile, receiveForm, showForm } from './receive.tsx';

export const forms: Record<FormPage, Form> = {
  signIn,
  signOut,
  addArtist,
  ...ofKinds('add', rowKinds, addTo),
  ...ofKinds('edit', kinds, editOf),
  ...ofKinds('remove', kinds, removeOf),
  ...ofKinds('undo', kinds, undoOf),
  ...ofKinds('redact', kinds, redactOf),
  undoAccount,
  hide,
  ...{ import: importPage, importJob },
  signUp,
  forgotten,
  ...{ verify, reset, firstAdmin },
  account,
  accountAddress,
  accountPassword,
  accountSessions,
  accountKeys,
  accountWebhooks,
  accountDeletion,
  ...{ admin, adminAccounts, adminAccount, adminJobs },
};

export function mountForms(paths: Paths, services: Services): void {
  for (const [name, path] of Object.entries(formPaths)) {
    const form = forms[name as FormPage];
    paths.get(path, (ctx) => showForm(ctx, services, form));
    const { onSubmit, onUpload } = form;
    if (onUpload) paths.post(path, (ctx) => receiveFile(ctx, services, { ...form, onUpload }));
    if (onSubmit) paths.post(path, (ctx) => receiveForm(ctx, services, { ...form, onSubmit }));
  }
}
